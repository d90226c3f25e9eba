/** ZIP archives, of files as they are: nothing is compressed. */
import { crc32 } from 'node:zlib';

const VERSION = 20;
/** 1 January 1980, the first day that an archive can name. */
const DAY = 0x21;

export function zipped(files: Readonly<Record<string, string>>): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(DAY, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, named, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(entry);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 0]), facts, rest, named]));
    offset += entry.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...entries, listed, Buffer.from('PK\x05\x06'), end]);
}
