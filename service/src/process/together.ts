/** What a process has together with the others of its start. */
export interface Together {
  /** What all of them have counted and measured, as text. */
  readonly readOfAll: () => Promise<string>;
}
