// How the page came to its instance and heatmap: a server that was started again is asked for the
// same, so that the page can go on with its tour.

const same = (one, other) => one.file === other.file && one.index === other.index
  && one.n === other.n && one.points.every((value, i) => value === other.points[i]);

export class Origin {
  constructor() {
    this.opening = null; // opens what is under way, or null
    this.instance = null; // opens the present instance again; null: the server has it by itself
    this.heat = null; // the same for the heatmap file
    this.several = false; // whether that has a heatmap for each instance of a set
    this.choosing = false; // whether the user has chosen another instance of the set
    this.lost = null; // what the page had when the server went: instance, tour, choice of heat
    this.choice = null; // of heat, when its file is back
  }

  // Opens something as the user wishes; `open` can do so again later.
  open(open) {
    this.lost = null;
    this.opening = open;
    return open();
  }

  // Asks a server that was started again for what there was; returns whether there is to wait.
  restore(lost) {
    this.lost = lost;
    this.opening = null;
    this.instance?.();
    return this.instance !== null;
  }

  // Takes note of an instance that has come. Returns what is left to do: to show a `tour` that was
  // lost with the server, or to choose another `index` of the file.
  arrived(instance) {
    if (this.opening) [this.instance, this.opening] = [this.opening, null];
    const { lost } = this;
    if (!lost) {
      if (!(this.several && this.choosing)) this.heat = null; // which was that of the last instance
      this.choosing = false;
      this.heat?.();
    } else if (same(lost.instance, instance)) {
      [this.lost, this.choice] = [null, lost.heat];
      this.heat?.();
      return { tour: lost.tour };
    } else if (lost.instance.file === instance.file && lost.instance.index !== instance.index) {
      return { index: lost.instance.index };
    }
    return {};
  }
}
