/** demo.js is the whole program once more: it reads the same argv, runs, and sets the exit code. */
async function runSecondFile(_, io) {
  try {
    await import('./demo.js');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    io.err('warmgate: the demo is not in this build; run `npx warmgate demo`\n');
    return 2;
  }
  return process.exitCode ?? 0;
}

export const demo = runSecondFile;
export const lab = runSecondFile;
