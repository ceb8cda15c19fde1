// Python in Node.js, and a snapshot of its memory. Commands: `compile IN.zip OUT.zip` compiles the modules in an archive;
// `snapshot IN.zip OUT.bin CODE` unpacks it, runs code, and writes the memory as it is then.

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import createPyodide from "pyodide/pyodide.asm.mjs";

const APP = "/app"; // where the modules are, in Python's file system

const COMPILE = `
import compileall, pathlib, py_compile, zipfile
compileall.compile_dir("${APP}", optimize=2, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED) as out:
    for path in sorted(pathlib.Path("${APP}").rglob("*")):
        if path.is_file():
            out.write(path, path.relative_to("${APP}"))
`;

// Memory that is free still holds what was there: overwritten with zeros, it takes no room in a compressed file.
const CLEAR = `
def clear():
    import gc
    gc.collect()
    taken = []
    for size in (1 << 20, 1 << 16, 1 << 12, 1 << 10, 480, 224, 96, 48, 16):
        try:
            while True:
                taken.append(bytes(size))
        except MemoryError:
            pass
    taken.clear()
    gc.collect()
clear()
del clear
`;

/** @param {string} archive */
async function start(archive) {
  /** @type {WebAssembly.Memory | null} */
  let memory = null;
  const python = await loadPyodide({
    _makeSnapshot: true,
    env: { PYTHONOPTIMIZE: "2", PYTHONHASHSEED: "0" },
    createPyodideModule: (settings) => {
      const instantiate = settings.instantiateWasm;
      settings.instantiateWasm = (imports, done) => instantiate(imports, (instance, module) => {
        memory = instance.exports.memory;
        done(instance, module);
      });
      return createPyodide(settings);
    },
  });
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(archive)));
  python.runPython(`import sys, zipfile\nzipfile.ZipFile("/in.zip").extractall("${APP}")\nsys.path.insert(0, "${APP}")`);
  python.FS.unlink("/in.zip");
  return { python, memory };
}

const [command, archive, out, code] = process.argv.slice(2);
try {
  const { python, memory } = await start(archive);
  if (command === "compile") {
    python.runPython(COMPILE);
    writeFileSync(out, python.FS.readFile("/out.zip"));
  } else {
    python.runPython(code);
    memory.grow = () => { throw new RangeError("The memory must not grow while it is cleared."); };
    python.runPython(CLEAR);
    writeFileSync(out, python.makeMemorySnapshot());
  }
  process.exit(0);
} catch (fault) { // not as Node.js shows it: with a line of the source, which has a million characters
  console.error(fault.message);
  process.exit(1);
}
