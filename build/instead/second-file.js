/** more.js is the whole program once more: it reads the same argv, runs, and sets the exit code. */
export const runSecondFile = (what) => async (_, io) => {
  try {
    await import('./more.js');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    io.err(`warmgate: ${what} is not in this build; use \`npx warmgate\`\n`);
    return 2;
  }
  return process.exitCode ?? 0;
};

export const demo = runSecondFile('the demo');
export const lab = runSecondFile('the embedded cluster');
