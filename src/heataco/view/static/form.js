// The form: its choices come from the server, which takes them from the code.

const $ = (id) => document.getElementById(id);

function option(value, label = value) {
  return new Option(label, value);
}

// Fills a fold with a field for each parameter, each with its documentation.
function fillParameters(fold, described) {
  for (const old of [...fold.querySelectorAll(".parameter")]) old.remove();
  fold.hidden = !described || !described.parameters.length;
  for (const { name, default: usual, choices, whole, text } of described?.parameters ?? []) {
    const label = document.createElement("label");
    label.className = "parameter";
    const title = document.createElement("span");
    title.textContent = name;
    const field = document.createElement(choices.length ? "select" : "input");
    if (choices.length) field.append(...choices.map((value) => option(value)));
    else if (whole) field.inputMode = "numeric";
    field.value = usual ?? "";
    Object.assign(field.dataset, { name, usual: usual ?? "" });
    const help = document.createElement("small");
    help.textContent = text;
    field.addEventListener("input", () => {
      label.dataset.changed = field.value !== field.dataset.usual;
    });
    label.append(title, field, help);
    fold.append(label);
  }
}

function changedParameters(fold) {
  const fields = [...fold.querySelectorAll("[data-name]")];
  const changed = fields.filter((field) => field.value !== field.dataset.usual);
  return Object.fromEntries(changed.map((field) => [field.dataset.name, field.value]));
}

const number = (id) => ($(id).value === "" ? null : Number($(id).value));
// Of a field that must have one: what it suggests, where nothing is given.
const needed = (id) => Number($(id).value || $(id).placeholder);

// Fields that have another name here than in what the server says, by what it was asked for.
const FIELDS = { "generate n": "nodes", "generate seed": "family-seed", "node node": "node-number", "choose index": "index" };
export const EFFORT = ["iterations", "seconds", "target", "seed", "threads"];

function fieldOf(name, about) {
  const id = FIELDS[`${about} ${name}`] ?? (about === "start" && EFFORT.includes(name) ? name : null);
  const parameters = [...document.querySelectorAll(`.parameter [data-name="${name}"]`)];
  return id ? $(id) : parameters.find((field) => field.value !== field.dataset.usual);
}

export class Form {
  constructor() {
    this.file = null;
    $("heat").addEventListener("change", () => this.refreshPredictor());
    $("decoder").addEventListener("change", () => this.refreshDecoder());
    $("family").addEventListener("change", () => this.refreshFamily());
  }

  // Takes what the server offers; on a second connection what was chosen stays.
  offer(offered) {
    if (this.offered) return;
    this.offered = offered;
    $("family").append(...offered.families.map(({ name }) => option(name)));
    $("decoder").append(...offered.decoders.map(({ name }) => option(name)));
    $("decoder").value = offered.decoder;
    $("nodes").max = offered.max_nodes;
    $("threads").max = offered.max_threads;
    $("threads").value = $("threads").placeholder = offered.threads;
    this.fillHeat(offered.predictor);
    const others = offered.decoders.map(({ name }) => option(`decoder:${name}`, `decoder ${name}`));
    $("beside").append(option("", "nothing"), option("none", "the same without heatmap"), ...others);
    this.refreshFamily();
    this.refreshPredictor();
    this.refreshDecoder();
  }

  fillHeat(chosen) {
    const predictors = this.offered.predictors.map(({ name, text }) => {
      const made = option(name, `predicted by ${name}`);
      made.title = text;
      return made;
    });
    const file = this.file ? [option("file", `file ${this.file}`)] : [];
    $("heat").replaceChildren(...file, ...predictors, option("none", "none"));
    $("heat").value = chosen;
  }

  // Offers a file of heat, and chooses it or another source; or no file, then another choice of the
  // user stays.
  setFile(name, chosen = "file") {
    const before = $("heat").value;
    if (name === this.file && name === null) return;
    this.file = name;
    this.fillHeat(name ? chosen : before === "file" ? this.offered.predictor : before);
    this.refreshPredictor();
  }

  refreshFamily() {
    const family = this.offered.families.find(({ name }) => name === $("family").value);
    $("family-text").textContent = family.text;
  }

  refreshPredictor() {
    const predictor = this.offered.predictors.find(({ name }) => name === $("heat").value);
    fillParameters($("predictor-parameters"), predictor);
  }

  refreshDecoder() {
    const decoder = this.offered.decoders.find(({ name }) => name === $("decoder").value);
    $("decoder-text").textContent = decoder.text;
    $("iterations").placeholder = decoder.iterations ?? "none";
    $("heat").disabled = !decoder.reads_heatmap;
    fillParameters($("decoder-parameters"), decoder);
  }

  get family() {
    return { family: $("family").value, n: needed("nodes"), seed: needed("family-seed") };
  }

  get effort() {
    const limits = Object.fromEntries(["iterations", "seconds", "target"].map((name) => [name, number(name)]));
    return { ...limits, seed: needed("seed"), threads: needed("threads") };
  }

  // Puts a sentence such as "seed is -1; ..." beside the field that it is about, if there is one;
  // returns whether there is. An empty sentence takes the last one away.
  complain(text, about = "") {
    const name = /^(\w+) (?:is|=) /.exec(text)?.[1];
    return this.point(name && fieldOf(name, about), text);
  }

  // Says what is wrong with numbers that the server could not be told as they were typed; returns
  // whether there are none.
  readable(ids) {
    const most = Number.MAX_SAFE_INTEGER;
    const bad = ids.map($).find((field) => field.validity.badInput
      || (field.step !== "any" && Math.abs(field.value) > most));
    const text = bad?.validity.badInput ? "this is not a number" : `give a whole number up to ${most}`;
    return !this.point(bad, text);
  }

  // Takes the last sentence beside a field away, and puts another one there.
  point(field, text) {
    document.getElementById("problem")?.remove();
    for (const field of document.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-errormessage");
    }
    if (!field) return false;
    const words = document.createElement("p");
    Object.assign(words, { id: "problem", textContent: text });
    words.setAttribute("role", "alert");
    (field.closest(".row") ?? field.closest("label")).after(words);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-errormessage", "problem");
    const fold = field.closest("details");
    if (fold) fold.open = true;
    field.focus();
    return true;
  }

  get heat() {
    return $("heat").value;
  }

  get methods() {
    const first = {
      decoder: $("decoder").value,
      parameters: changedParameters($("decoder-parameters")),
      heat: this.heat,
      predictor_parameters: changedParameters($("predictor-parameters")),
    };
    const beside = $("beside").value;
    if (!beside) return [first];
    if (beside === "none") return [first, { ...first, heat: "none", predictor_parameters: {} }];
    return [first, { ...first, decoder: beside.split(":")[1], parameters: {} }];
  }
}
