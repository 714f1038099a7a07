import { refuse } from "#kernel/refusal.ts";

/** Why a Word file is not taken, in words that say what to do. */
export const docxNo = {
  notWord: () => refuse("DOCX_ZIP", "文件不是有效的 Word 文档（.docx）", "The file is not a valid Word document (.docx)"),
  old: () =>
    refuse(
      "DOCX_OLD",
      "不支持加密文件或旧版 Word（.doc），请另存为未加密的 .docx",
      "Encrypted files and old Word files (.doc) are not supported; save the file as .docx without a password",
    ),
  macros: () => refuse("DOCX_MACRO", "文件含有宏，请另存为不含宏的 .docx", "The file contains macros; save it as .docx without macros"),
  template: () =>
    refuse(
      "DOCX_TEMPLATE",
      "文件引用了外部模板，请在 Word 中移除附加模板",
      "The file uses a template from outside; detach the template in Word",
    ),
  outside: () =>
    refuse(
      "DOCX_OUTSIDE",
      "文件引用了外部图片或文件，请改为嵌入图片",
      "The file refers to pictures or files outside itself; embed the pictures instead",
    ),
  embedded: () =>
    refuse("DOCX_EMBEDDED", "文件含有嵌入对象，请删除后再上传", "The file contains embedded objects; remove them and upload it again"),
  entities: () => refuse("DOCX_ENTITY", "文件含有不允许的 XML 声明", "The file contains XML declarations that are not allowed"),
  damaged: () => refuse("DOCX_XML", "文件已损坏，无法读取", "The file is damaged and cannot be read"),
  large: () => refuse("DOCX_SIZE", "文件过大或内容过多", "The file is too large or contains too much"),
  parts: () => refuse("DOCX_PARTS", "文件包含的部件过多", "The file contains too many parts"),
  deep: () => refuse("DOCX_DEEP", "文件嵌套层次过深", "The file is nested too deeply"),
  names: () => refuse("DOCX_NAME", "文件内部名称不合法", "The file contains part names that are not allowed"),
} as const;
