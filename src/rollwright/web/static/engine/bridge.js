// Lets Python in the page call a game's engine: what a function is given is copied from Python's memory, and back.

import { Engine, dimensions } from "./engine.js";

export class Bridge {
  /**
   * @param {Engine} engine
   * @param {() => Uint8Array} heap returns Python's memory as it is now
   */
  constructor(engine, heap) {
    this.engine = engine;
    this.heap = heap;
  }

  /**
   * Call a function. Records are given as an address, arrays as an address, their bytes and their shape.
   * @param {string} name
   * @param {number[]} given
   */
  call(name, ...given) {
    const { engine, heap } = this;
    return engine.within(() => {
      const kinds = engine.facts.functions[name];
      const copied = /** @type {[{ at: number, shape: number[], size: number }, number][]} */ ([]);
      let next = 0;
      const passed = kinds.map((kind) => {
        const first = given[next++];
        if (kind === "number") return first;
        const size = kind === "record" ? engine.facts.state : given[next++];
        const shape = [];
        for (let left = dimensions(kind); left > 0; left--) shape.push(given[next++]);
        const area = engine.area(shape, size);
        if (size) engine.bytes(area).set(heap().subarray(first, first + size));
        copied.push([area, first]);
        return area;
      });
      const answer = engine.call(name, ...passed);
      for (const [area, at] of copied) if (area.size) heap().set(engine.bytes(area), at);
      return answer;
    });
  }
}
