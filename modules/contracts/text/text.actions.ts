import { action } from "#kernel/entity.ts";
import { files, longtext, pick, text, yn } from "#kernel/field.ts";

const writable = ["DRAFT", "REJECTED", "SUPPLIER_REFUSED"] as const;
const optional = { optional: true } as const;

/** The buttons of the text page. */
export const textButtons = ["btnEditDoc", "btnRevision", "btnFinalize"] as const;

/** What is done with the text of a contract on its own page. */
export const textActions = {
  doLockText: action("编辑正文", "Edit text", { button: "btnEditDoc", who: "internal", from: [...writable], quiet: true, loads: "row" }),
  doUnlockText: action("结束编辑", "Finish editing", {
    button: "btnEditDoc",
    who: "internal",
    from: [...writable, "APPROVING", "APPROVED"],
    quiet: true,
    loads: "row",
  }),
  doEditText: action("修改条款文本", "Change clause text", {
    button: "btnEditDoc",
    who: "internal",
    from: [...writable],
    quiet: true,
    input: {
      clauseId: text("条款", "Clause", { max: 60 }),
      seqAfter: text("位于条款之后", "After clause", { max: 60, ...optional }),
      title: text("标题", "Title", { max: 240, ...optional }),
      before: longtext("原文", "Text before", { max: 40_000, ...optional }),
      content: longtext("内容", "Text", { max: 40_000, ...optional }),
      remark: text("理由", "Reason", { max: 500, ...optional }),
    },
  }),
  doMark: action("批注与修订", "Comment or suggest", {
    button: "btnRevision",
    who: ["internal", "supplier"],
    from: ["DRAFT", "REJECTED", "APPROVING", "APPROVED", "CONFIRMING", "SUPPLIER_REFUSED"],
    quiet: true,
    input: {
      kind: pick("类别", "Kind", "CCT_MARK_KIND", { initial: "CHANGE" }),
      clauseId: text("条款", "Clause", { max: 60 }),
      title: text("标题", "Title", { max: 240, ...optional }),
      afterText: longtext("修改后", "Text after", { max: 40_000, ...optional }),
      quote: text("所指文字", "Words", { max: 500, ...optional }),
      remark: longtext("说明", "Remark", { max: 2000, ...optional }),
      sharedFlag: yn("对供应商可见", "Shared with supplier", optional),
    },
  }),
  doReadWord: action("导入修订文件", "Import marked-up file", {
    button: "btnRevision",
    who: "internal",
    from: [...writable],
    input: {
      wordFile: files("修订文件（.docx）", "Marked-up file (.docx)", { max: 1, formats: ["docx"] }),
      side: pick("修订方", "Edited by", "PUR_SIDE", { initial: "BUYER" }),
    },
  }),
  doFinalize: action("定稿", "Finalise text", {
    button: "btnFinalize",
    who: "internal",
    from: ["DRAFT", "REJECTED", "APPROVED", "SUPPLIER_REFUSED"],
    quiet: true,
    input: { finalFile: files("定稿文件", "Final file", { max: 1 }) },
  }),
} as const;
