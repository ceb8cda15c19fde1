// A game's rules and search as WebAssembly: the same functions that the server runs as native code, in the page.
//
// Functions work on areas of the engine's memory: positions, which are bytes, and arrays of whole numbers. An area is
// made with `records` or `ints`, inside of `within`, which gives all memory back that was taken there.

/** @typedef {{ at: number, shape: number[], size: number }} Area where it begins, its shape, and its bytes */

/**
 * What the file of an engine says about itself: bytes of a position, the sizes of buffers, and the kinds of arguments of
 * each function.
 * @typedef {{ format: number, game: string, source: string, state: number, max_moves: number, max_dice: number,
 *   max_decisions: number, functions: Record<string, string[]> }} EngineFacts
 */

const FORMAT = 1;
const SECTION = "rollwright";
const PAGE = 65536;
const INT_SIZE = 8;
const HALF = 2 ** 32;
const RAISED = -(2n ** 63n) + 1n;

export class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const [about] = WebAssembly.Module.customSections(module, SECTION);
    /** @type {EngineFacts} */
    this.facts = JSON.parse(new TextDecoder().decode(about));
    if (this.facts.format !== FORMAT) throw new Error(`This is an engine of format ${this.facts.format}, not ${FORMAT}.`);
    this.functions = /** @type {Record<string, any>} */ (new WebAssembly.Instance(module, {}).exports);
    /** @type {WebAssembly.Memory} */
    this.memory = this.functions.memory;
    this.free = Number(this.functions.free_from.value);
  }

  /**
   * Run `work`, and give back all memory that it took.
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  within(work) {
    const before = this.free;
    try {
      return work();
    } finally {
      this.free = before;
    }
  }

  /**
   * Return an area of so many positions, zeroed or with these bytes.
   * @param {number} count
   * @param {Uint8Array} [bytes]
   */
  records(count, bytes) {
    const area = this.area([count], count * this.facts.state);
    if (bytes) {
      if (bytes.length !== area.size) throw new Error(`${count} positions have ${area.size} bytes, not ${bytes.length}.`);
      this.bytes(area).set(bytes);
    }
    return area;
  }

  /**
   * Return an array of whole numbers, zeroed or with these values in their order.
   * @param {number[]} shape
   * @param {ArrayLike<number>} [values]
   */
  ints(shape, values) {
    const count = shape.reduce((all, each) => all * each, 1);
    const area = this.area(shape, count * INT_SIZE);
    if (values) {
      if (values.length !== count) throw new Error(`The array has ${count} numbers, not ${values.length}.`);
      const halves = new Int32Array(this.memory.buffer, area.at, 2 * count);
      for (let i = 0; i < count; i++) {
        halves[2 * i] = values[i] | 0;
        halves[2 * i + 1] = Math.floor(values[i] / HALF);
      }
    }
    return area;
  }

  /**
   * Return the bytes of an area, valid until memory is taken again.
   * @param {Area} area
   */
  bytes(area) {
    return new Uint8Array(this.memory.buffer, area.at, area.size);
  }

  /**
   * Return a copy of the numbers of an array; those beyond 2**53 are rounded.
   * @param {Area} area
   */
  numbers(area) {
    const count = area.size / INT_SIZE, found = new Float64Array(count);
    const halves = new Int32Array(this.memory.buffer, area.at, 2 * count);
    for (let i = 0; i < count; i++) found[i] = halves[2 * i + 1] * HALF + (halves[2 * i] >>> 0);
    return found;
  }

  /**
   * Call a function with numbers and areas, and return its answer.
   * @param {string} name
   * @param {(number | boolean | Area)[]} given
   */
  call(name, ...given) {
    const kinds = this.facts.functions[name];
    if (!kinds || kinds.length !== given.length) throw new TypeError(`${name} takes ${kinds?.length ?? "no"} arguments.`);
    const answer = this.functions[name](...given.flatMap((each, place) => flat(each, kinds[place])));
    if (answer === RAISED) throw new Error(`${name} failed.`);
    return Number(answer);
  }

  /**
   * Take so many bytes of memory.
   * @param {number[]} shape
   * @param {number} size
   * @returns {Area}
   */
  area(shape, size) {
    const at = this.free, end = (at + size + 15) & -16;
    if (end < at) throw new RangeError("The engine's memory is full.");
    const missing = Math.ceil((end - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    this.free = end;
    new Uint8Array(this.memory.buffer, at, end - at).fill(0);
    return { at, shape, size };
  }
}

/**
 * Return the dimensions of an array by the kind of the argument; 0 for a record or a number.
 * @param {string} kind
 */
export function dimensions(kind) {
  if (kind === "record" || kind === "number") return 0;
  return kind.endsWith("d") ? Number(kind.at(-2)) : 1;
}

/**
 * Return an argument as a function takes it: an array as its address and its shape.
 * @param {number | boolean | Area} given
 * @param {string} kind
 */
function flat(given, kind) {
  if (kind === "number") {
    if (typeof given === "object") throw new TypeError("This argument is a number.");
    return [Number(given)];
  }
  if (typeof given !== "object") throw new TypeError(`This argument is an area: ${kind}.`);
  const count = dimensions(kind);
  if (count && given.shape.length !== count) throw new TypeError(`This array has ${count} dimensions.`);
  return [given.at, ...given.shape.slice(0, count)];
}

/**
 * Load an engine from its address.
 * @param {string} address
 */
export async function openEngine(address) {
  return new Engine(await WebAssembly.compileStreaming(fetch(address)));
}
