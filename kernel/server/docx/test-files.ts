import { ZipOut } from "../excel/zip.ts";

/** A zip with these parts. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const zip = new ZipOut(async (bytes) => void blocks.push(bytes));
  for (const [name, content] of Object.entries(parts)) await zip.part(name, content);
  await zip.finish();
  return Buffer.concat(blocks);
}

const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const typesOf = (type: string): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;
const rootRels =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

/** A Word file whose main part is this, whatever it is. */
export const wordFile = (document: string | Buffer, more: Readonly<Record<string, string | Buffer>> = {}, type = main): Promise<Buffer> =>
  zipOf({ "[Content_Types].xml": typesOf(type), "_rels/.rels": rootRels, "word/document.xml": document, ...more });

/** A Word file with this body. */
export const docxOf = (body: string, more: Readonly<Record<string, string | Buffer>> = {}, type = main): Promise<Buffer> =>
  wordFile(
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    more,
    type,
  );
