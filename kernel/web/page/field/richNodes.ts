import { Node } from "@tiptap/react";
import { goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { fetchPicture } from "../../file/transfer.ts";

const roles: Readonly<Record<string, string>> = { table: "table", tableRow: "row", tableCell: "cell", tableHeader: "header_cell" };

const spans = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null, rendered: false },
};

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  extendNodeSchema: (node) => (roles[node.name] ? { tableRole: roles[node.name] } : {}),
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const step = (by: -1 | 1) => () => goToNextCell(by)(this.editor.state, this.editor.view.dispatch);
    return { Tab: step(1), "Shift-Tab": step(-1) };
  },
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const TableCell = Node.create({
  name: "tableCell",
  content: "block+",
  isolating: true,
  addAttributes: () => spans,
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: "tableHeader",
  content: "block+",
  isolating: true,
  addAttributes: () => spans,
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
});

/** A picture is an attachment of the record by its id, never an address. */
const Picture = Node.create({
  name: "picture",
  group: "block",
  draggable: true,
  addAttributes: () => ({
    file: {
      default: "",
      parseHTML: (element) => element.getAttribute("data-file"),
      renderHTML: ({ file }) => ({ "data-file": String(file) }),
    },
    alt: { default: "" },
  }),
  parseHTML: () => [{ tag: "img[data-file]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement("img");
      dom.alt = String(node.attrs["alt"]);
      fetchPicture(String(node.attrs["file"])).then(
        (blob) => void (dom.src = URL.createObjectURL(blob)),
        () => undefined,
      );
      return { dom, destroy: () => URL.revokeObjectURL(dom.src) };
    };
  },
});

export const richNodes = [Table, TableRow, TableCell, TableHeader, Picture];

/** A small table to begin with, its first row the head. */
export const newTable = (rows: number, columns: number): object => ({
  type: "table",
  content: Array.from({ length: rows }, (_, row) => ({
    type: "tableRow",
    content: Array.from({ length: columns }, () => ({ type: row === 0 ? "tableHeader" : "tableCell", content: [{ type: "paragraph" }] })),
  })),
});
