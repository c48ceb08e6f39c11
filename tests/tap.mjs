// SPDX-License-Identifier: MIT
// tests/tap.mjs -- tests in plain Node, told as TAP: test("a sentence", body), then finish().
// Words on the command line after `--` choose the tests whose name contains one of them.

const tests = [];

export function test(name, ...rest) {
  const body = rest.pop();
  tests.push({ name, options: rest[0] ?? {}, body });
}

const wanted = process.argv.includes("--") ? process.argv.slice(process.argv.indexOf("--") + 1) : [];

function limited(promise, seconds) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs all tests, one after the other; `around(test, run)` may set the scene for each and returns what run() does. */
export async function finish(around = (one, run) => run(), seconds = 60) {
  const chosen = tests.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  let failed = 0;
  for (const [i, one] of chosen.entries()) {
    const start = performance.now();
    const took = () => `# ${((performance.now() - start) / 1000).toFixed(1)} s`;
    try {
      await limited(around(one, one.body), one.options.seconds ?? seconds);
      console.log(`ok ${i + 1} - ${one.name} ${took()}`);
    } catch (error) {
      failed++;
      console.log(`not ok ${i + 1} - ${one.name} ${took()}`);
      console.log(String(error.stack ?? error).replace(/^/gm, "# "));
    }
  }
  console.log(`1..${chosen.length}`);
  process.exitCode = failed ? 1 : 0;
  if (failed) setTimeout(() => process.exit(), 5000); // a test that was cut short may have left a server behind
}
