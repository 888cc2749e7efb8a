import { inflateRawSync } from 'node:zlib';
import { FileProblem } from './file-problem.ts';

/** What is unpacked may become so large in all; an archive that says less and has more is refused. */
const MOST_BYTES = 400 * 2 ** 20;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Reads files of a ZIP archive by their names; null: there is none of this name. */
export function openZip(archive: Buffer): (name: string) => Buffer | null {
  const entries = listEntries(archive);
  let left = MOST_BYTES;
  return (name) => {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    const start = entry.offset + 30;
    const header = archive.subarray(entry.offset, start);
    if (header.length < 30) throw new FileProblem('file_cut');
    const from = start + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = archive.subarray(from, from + entry.packed);
    if (packed.length < entry.packed) throw new FileProblem('file_cut');
    const file = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left });
    left -= file.length;
    if (left <= 0) throw new FileProblem('file_unpacks_too_large');
    return file;
  };
}

interface Entry {
  readonly offset: number;
  readonly packed: number;
  readonly method: number;
}

function listEntries(archive: Buffer): ReadonlyMap<string, Entry> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.length < end + 22 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) {
    throw new FileProblem('file_cut');
  }
  const entries = new Map<string, Entry>();
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let one = 0; one < count; one += 1) {
    if (archive.length < at + 46 || archive.readUInt32LE(at) !== DIRECTORY_ENTRY) {
      throw new FileProblem('file_cut');
    }
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name, {
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      offset: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
