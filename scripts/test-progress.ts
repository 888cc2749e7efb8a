// The messages of a test process to its parent.

export type Progress =
  | { readonly kind: 'started'; readonly file: string }
  | { readonly kind: 'done'; readonly file: string; readonly processorSeconds: number }
  | { readonly kind: 'left open'; readonly file: string; readonly resource: string };

/** Only a hanging file takes so long: at load 23 the slowest took 119 s. */
const FILE_SECONDS = 300;

export function secondsFor(env: NodeJS.ProcessEnv): number {
  return Number(env['TEST_FILE_SECONDS'] ?? FILE_SECONDS);
}
