// The connection to the server: commands as JSON, messages as JSON with arrays behind it.

const KINDS = {
  int32: Int32Array, uint32: Uint32Array, float32: Float32Array, float64: Float64Array,
};

export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  for (const { name, kind, offset, length: items } of header.arrays) {
    header[name] = new KINDS[kind](buffer, 4 + length + offset, items);
  }
  return header;
}

// Connects, and connects again when the server comes back. `on_message` gets what it sends,
// `on_state` "open" or "lost", with the reason that the server gives, if any.
export class Link {
  constructor(onMessage, onState) {
    this.onMessage = onMessage;
    this.onState = onState;
    this.session = null;
    this.connect();
  }

  connect() {
    const address = new URL("socket", location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onmessage = (event) => {
      const message = unpack(event.data);
      if (message.type === "hello") {
        this.session = message.session;
        this.onState("open");
      }
      this.onMessage(message);
    };
    this.socket.onclose = ({ reason }) => {
      this.session = null;
      this.onState("lost", reason);
      setTimeout(() => this.connect(), 1000);
    };
  }

  get open() {
    return this.session !== null && this.socket.readyState === WebSocket.OPEN;
  }

  tell(what, values = {}) {
    if (this.open) this.socket.send(JSON.stringify({ do: what, ...values }));
  }

  // Returns what the server has found in a file, "instance" or "heatmap", or a sentence about what
  // is wrong with it as the `error`.
  async upload(file, role, kind) {
    const query = new URLSearchParams({ session: this.session, name: file.name, role, kind });
    try {
      const answer = await fetch(`upload?${query}`, { method: "POST", body: file });
      return await answer.json();
    } catch {
      return { error: "The file could not be sent: it has changed, or the server is gone." };
    }
  }
}
