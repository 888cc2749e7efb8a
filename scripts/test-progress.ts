// What a process of tests tells who started it.

export type Progress =
  | { readonly kind: 'started'; readonly file: string }
  | { readonly kind: 'done'; readonly file: string; readonly processorSeconds: number }
  | { readonly kind: 'left open'; readonly file: string; readonly resource: string };

/** Only what hangs takes so long: at load 23 the slowest file took 119 s. */
const FILE_SECONDS = 300;

/** How long one file may take. */
export function secondsFor(env: NodeJS.ProcessEnv): number {
  return Number(env['TEST_FILE_SECONDS'] ?? FILE_SECONDS);
}
