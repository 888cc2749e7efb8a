/** Why a file cannot be read. */
export const FILE_PROBLEMS = [
  'file_too_large',
  'file_too_long',
  'file_too_wide',
  'file_unpacks_too_large',
  'file_cut',
  'file_without_sheet',
  'file_unreadable',
  'file_too_slow',
] as const;
export type FileProblemCode = (typeof FILE_PROBLEMS)[number];

export class FileProblem extends Error {
  readonly code: FileProblemCode;
  constructor(code: FileProblemCode) {
    super(code);
    this.code = code;
  }
}
