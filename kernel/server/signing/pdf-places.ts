import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFPage, type PDFRef, PDFString } from "@cantoo/pdf-lib";

/** Room for a signature with certificates and a timestamp, in bytes. */
const room = 16_384;
/** The numbers of the byte range have a fixed width, so that writing them moves nothing. */
const blank = 9_999_999_999;

/** What a signature says of itself and where it is seen. */
export interface Place {
  /** Its name in the document; each signature has another. */
  readonly field: string;
  readonly signer: string;
  readonly reason: string;
  readonly at: Date;
  /** A one-page PDF with the stamp, and the page it is put on: left and bottom in points. */
  readonly stamp?: { readonly pdf: Uint8Array; readonly page: number; readonly x: number; readonly y: number };
}

export interface Prepared {
  readonly bytes: Uint8Array;
  /** What is signed: everything but the place of the signature itself. */
  readonly signed: Uint8Array;
  filled(cms: Uint8Array): Uint8Array;
}

const pdfTime = (at: Date): string => `D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;

/** An update is written the way the file it is added to was: readers do not agree about mixtures. */
const hasStreams = (bytes: Uint8Array): boolean => {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.subarray(-64).toString("latin1"))?.[1] ?? Number.NaN);
  return tail.subarray(start, start + 4).toString("latin1") !== "xref";
};

async function appearance(doc: PDFDocument, stamp: NonNullable<Place["stamp"]>): Promise<{ readonly ref: PDFRef; readonly box: number[] }> {
  const [embedded] = await doc.embedPdf(stamp.pdf, [0]);
  await embedded!.embed();
  const { width, height } = embedded!;
  return { ref: embedded!.ref, box: [stamp.x, stamp.y, stamp.x + width, stamp.y + height] };
}

/** Adds an empty signature to a PDF without touching a byte of what is there. */
export async function prepare(pdf: Uint8Array, place: Place): Promise<Prepared> {
  const doc = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const { context } = doc;
  const pages = doc.getPages();
  const page: PDFPage = pages[Math.min(place.stamp?.page ?? 0, pages.length - 1)]!;
  const shown = place.stamp ? await appearance(doc, place.stamp) : null;
  const signature = context.obj({
    Type: "Sig",
    Filter: "Adobe.PPKLite",
    SubFilter: "ETSI.CAdES.detached",
    ByteRange: [0, blank, blank, blank],
    Contents: PDFHexString.of("0".repeat(room * 2)),
    Name: PDFHexString.fromText(place.signer),
    Reason: PDFHexString.fromText(place.reason),
    M: PDFString.of(pdfTime(place.at)),
  });
  const signatureRef = context.register(signature);
  const widget = context.obj({
    Type: "Annot",
    Subtype: "Widget",
    FT: "Sig",
    Rect: shown?.box ?? [0, 0, 0, 0],
    V: signatureRef,
    T: PDFHexString.fromText(place.field),
    F: 132,
    P: page.ref,
    ...(shown ? { AP: { N: shown.ref } } : {}),
  });
  const widgetRef = context.register(widget);
  page.node.addAnnot(widgetRef);
  const { catalog } = doc;
  const known = catalog.lookupMaybe(PDFName.of("AcroForm"), PDFDict);
  const form = known ?? (context.obj({ Fields: [] }) as PDFDict);
  form.set(PDFName.of("SigFlags"), PDFNumber.of(3));
  const fields = form.lookup(PDFName.of("Fields")) as unknown as { push(ref: PDFRef): void };
  fields.push(widgetRef);
  if (!known) catalog.set(PDFName.of("AcroForm"), context.register(form));
  const snapshot = context.snapshot!;
  snapshot.markRefForSave(page.ref);
  snapshot.markRefForSave(context.trailerInfo.Root as PDFRef);
  const annots = page.node.get(PDFName.of("Annots"));
  for (const held of [annots, catalog.get(PDFName.of("AcroForm")), form.get(PDFName.of("Fields"))])
    if (held && "objectNumber" in held) snapshot.markRefForSave(held as PDFRef);
  const bytes = Uint8Array.from(await doc.commit({ useObjectStreams: hasStreams(pdf) }));
  return ranged(bytes, pdf.length);
}

/** Writes the true byte range over the blank of the new signature. */
function ranged(bytes: Uint8Array, from: number): Prepared {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blanks = Buffer.from(`[ 0 ${blank} ${blank} ${blank} ]`);
  const at = whole.indexOf(blanks, from);
  const start = whole.indexOf(`<${"0".repeat(64)}`, from);
  if (at < 0 || start < 0) throw new Error("the place of the signature was not written");
  const end = start + room * 2 + 2;
  const range = `[ 0 ${start} ${end} ${whole.length - end} ]`.padEnd(blanks.length);
  whole.write(range, at, "latin1");
  return {
    bytes,
    signed: Buffer.concat([whole.subarray(0, start), whole.subarray(end)]),
    filled(cms) {
      if (cms.length > room) throw new Error("the signature is larger than its place");
      const made = Buffer.from(whole);
      made.write(Buffer.from(cms).toString("hex"), start + 1, "latin1");
      return made;
    },
  };
}
