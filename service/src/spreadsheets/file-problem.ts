/** Why a file cannot be read. */
const FILE_PROBLEMS = [
  'file_too_large',
  'file_too_long',
  'file_too_wide',
  'file_too_many_cells',
  'file_unpacks_too_large',
  'file_cut',
  'file_without_sheet',
  'file_of_several_tables',
  'file_unreadable',
  'file_too_slow',
] as const;
export type FileProblemCode = (typeof FILE_PROBLEMS)[number];

export class FileProblem extends Error {
  readonly code: FileProblemCode;
  /** From 1; 0 for the whole file. */
  readonly row: number;
  constructor(code: FileProblemCode, row = 0) {
    super(code);
    this.code = code;
    this.row = row;
  }
}

export const MAX_COLUMNS = 200;
/** Rows that are formatted far to the right have many cells, and nothing in them. */
const MAX_CELLS = 10_000_000;

/** Counts the cells of a file, row by row, and refuses a file that has too many. */
export function cellCounter(): (row: number, cells: number) => void {
  let count = 0;
  return (row, cells) => {
    count += cells;
    if (count > MAX_CELLS) throw new FileProblem('file_too_many_cells', row);
  };
}
