// A game's engine in a worker, as a page sees it: it asks, and is answered later.

const WORKER = new URL("./engine_worker.js", import.meta.url);

export class RemoteEngine {
  /**
   * @param {string} address of the engine's file
   * @param {string} search the address of what its search goes by
   */
  constructor(address, search) {
    this.worker = new Worker(WORKER, { type: "module" });
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (fault: Error) => void }>} */
    this.asked = new Map();
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message || "The engine could not be started."));
    this.keys = 0;
    this.ready = this.ask("open", address, search);
  }

  /**
   * Ask the worker for something that it is able to do.
   * @param {string} name
   * @param {any[]} given
   * @returns {Promise<any>}
   */
  ask(name, ...given) {
    const key = this.keys++;
    this.worker.postMessage({ key, name, given });
    return new Promise((resolve, reject) => this.asked.set(key, { resolve, reject }));
  }

  /** @param {{ key: number, answer?: any, fault?: string }} told */
  hear({ key, answer, fault }) {
    const waiting = this.asked.get(key);
    this.asked.delete(key);
    if (fault !== undefined) waiting?.reject(new Error(fault));
    else waiting?.resolve(answer);
  }

  /** @param {string} reason */
  fail(reason) {
    for (const { reject } of this.asked.values()) reject(new Error(reason));
    this.asked.clear();
  }

  close() {
    this.worker.terminate();
    this.fail("The engine was closed.");
  }
}
