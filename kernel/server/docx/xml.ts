import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { docxNo } from "./refusals.ts";

/** What the gate hears in one part of XML. */
export interface Heard {
  readonly size: number;
  /** The part itself, where somebody reads it afterwards. */
  readonly text: string | null;
  readonly relations: readonly Readonly<Record<string, string>>[];
  readonly types: readonly string[];
  /** What fields of the text ask Word to do. */
  readonly instructions: string;
  readonly hasObject: boolean;
}

const deepest = 256;
const attributesMost = 256;
const objects: ReadonlySet<string> = new Set(["OLEObject", "altChunk", "object", "control", "subDoc"]);

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Reads a part piece by piece and refuses what a text never needs: declarations of types and entities, endless depth, broken characters. */
export async function checkXml(stream: Readable, most: number, isKept: boolean): Promise<Heard> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser();
  const relations: Record<string, string>[] = [];
  const types: string[] = [];
  const texts: string[] = [];
  let [size, depth, instructions, isInstruction, hasObject] = [0, 0, "", false, false];
  parser.on("error", () => {
    throw docxNo.damaged();
  });
  parser.on("doctype", () => {
    throw docxNo.entities();
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw docxNo.deep();
    const given = attributes as Record<string, string>;
    if (Object.keys(given).length > attributesMost) throw docxNo.large();
    const tag = local(name);
    if (tag === "Relationship") relations.push(given);
    else if (tag === "Default" || tag === "Override") types.push(given["ContentType"] ?? "");
    else if (objects.has(tag)) hasObject = true;
    else if (tag === "fldSimple") instructions += ` ${Object.entries(given).find(([key]) => local(key) === "instr")?.[1] ?? ""} `;
    else if (tag === "fldChar") instructions += " ";
    isInstruction = tag === "instrText" || tag === "delInstrText";
  });
  parser.on("closetag", () => {
    depth -= 1;
    isInstruction = false;
  });
  parser.on("text", (text) => {
    if (isInstruction && instructions.length < 100_000) instructions += text;
  });
  for await (const piece of stream) {
    size += (piece as Buffer).length;
    if (size > most) throw docxNo.large();
    const text = decode(decoder, piece as Buffer);
    parser.write(text);
    if (isKept) texts.push(text);
  }
  parser.write(decode(decoder)).close();
  return { size, text: isKept ? texts.join("") : null, relations, types, instructions, hasObject };
}

/** Parts of Word files are UTF-8; anything else would be read differently by different programs. */
function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw docxNo.damaged();
  }
}
