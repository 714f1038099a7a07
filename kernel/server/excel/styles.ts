import { encodeAttribute } from "./encode.ts";

/** How a cell looks; colours as RRGGBB. */
export interface Look {
  readonly format?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly colour?: string;
  readonly fill?: string;
  readonly size?: number;
  readonly wrap?: boolean;
  readonly centre?: boolean;
  readonly quote?: boolean;
}

/** Gives each value one number and remembers the order. */
class Numbered {
  readonly list: string[] = [];
  readonly #known = new Map<string, number>();

  of(item: string): number {
    let number = this.#known.get(item);
    if (number === undefined) {
      number = this.list.push(item) - 1;
      this.#known.set(item, number);
    }
    return number;
  }
}

const count = (tag: string, items: readonly string[]): string => `<${tag} count="${items.length}">${items.join("")}</${tag}>`;

/** The style sheet of one workbook: asked for a look, it answers the number a cell carries. */
export class Styles {
  readonly #formats = new Numbered();
  readonly #fonts = new Numbered();
  readonly #fills = new Numbered();
  readonly #looks = new Numbered();
  readonly #known = new Map<string, number>();

  constructor() {
    this.#fills.of('<fill><patternFill patternType="none"/></fill>');
    this.#fills.of('<fill><patternFill patternType="gray125"/></fill>');
    this.index({});
  }

  index(look: Look): number {
    const key = `${look.format}|${look.bold}|${look.italic}|${look.colour}|${look.fill}|${look.size}|${look.wrap}|${look.centre}|${look.quote}`;
    let number = this.#known.get(key);
    if (number === undefined) this.#known.set(key, (number = this.#add(look)));
    return number;
  }

  #add(look: Look): number {
    const font = this.#fonts.of(
      `<font>${look.bold ? "<b/>" : ""}${look.italic ? "<i/>" : ""}<sz val="${look.size ?? 11}"/>` +
        `${look.colour ? `<color rgb="FF${look.colour}"/>` : ""}<name val="Calibri"/><family val="2"/></font>`,
    );
    const fill = look.fill
      ? this.#fills.of(`<fill><patternFill patternType="solid"><fgColor rgb="FF${look.fill}"/></patternFill></fill>`)
      : 0;
    const format = look.format === undefined || look.format === "General" ? 0 : 164 + this.#formats.of(look.format);
    const align =
      look.wrap || look.centre
        ? `<alignment${look.centre ? ' horizontal="center"' : ""} vertical="center"${look.wrap ? ' wrapText="1"' : ""}/>`
        : "";
    const shown = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"`;
    const applied = `${format ? ' applyNumberFormat="1"' : ""}${font ? ' applyFont="1"' : ""}${fill ? ' applyFill="1"' : ""}${align ? ' applyAlignment="1"' : ""}`;
    return this.#looks.of(`<xf ${shown}${look.quote ? ' quotePrefix="1"' : ""}${applied}${align ? `>${align}</xf>` : "/>"}`);
  }

  xml(): string {
    const formats = this.#formats.list.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${encodeAttribute(code)}"/>`);
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (formats.length ? count("numFmts", formats) : "") +
      count("fonts", this.#fonts.list) +
      count("fills", this.#fills.list) +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      count("cellXfs", this.#looks.list) +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}
