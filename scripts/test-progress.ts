// What a process of tests tells who started it.

export type Progress =
  | { readonly kind: 'started'; readonly file: string }
  | { readonly kind: 'done'; readonly file: string; readonly processorSeconds: number }
  | { readonly kind: 'left open'; readonly file: string; readonly resource: string };

/** Only what hangs takes so long: under a load of ten, the slowest file took 90 s. */
const FILE_SECONDS = 300;

/** How long one file may take. */
export function secondsFor(env: NodeJS.ProcessEnv): number {
  return Number(env['TEST_FILE_SECONDS'] ?? FILE_SECONDS);
}
