// The live connection of a page that is shown in a frame, to the app that runs in the page around it.

export class FrameSocket {
  /** @param {string} address */
  constructor(address) {
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: { data: string }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { code: number }) => void) | null} */
    this.onclose = null;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.hear(data);
    addEventListener("pagehide", () => this.close());
    parent.postMessage({ live: address }, location.origin, [port2]);
  }

  /** @param {{ open?: boolean, text?: string, code?: number }} told */
  hear({ open, text, code }) {
    if (open) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (text !== undefined) this.onmessage?.({ data: text });
    else this.end(code ?? 0);
  }

  /** @param {string} text */
  send(text) {
    this.port.postMessage({ text });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.port.postMessage({});
    this.end(1000);
  }

  /** @param {number} code */
  end(code) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/** Whether this page is shown in a frame: then the app runs in the page around it, and there need be no connection. */
export const isFramed = parent !== window;
