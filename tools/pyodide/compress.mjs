// Compresses files once, as they are sent: FILE.br by Brotli, FILE.gz by gzip. The first argument says how: `well`, or
// `quickly`, which takes a tenth of the time and is good enough for tests.

import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WINDOW = 24;
const [how, ...paths] = process.argv.slice(2);
const { quality, level } = how === "quickly" ? { quality: 4, level: 1 } : { quality: 9, level: 9 };

for (const path of paths) {
  const content = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level }));
}
