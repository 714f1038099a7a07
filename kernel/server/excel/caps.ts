import { type Refusal, refuse } from "#kernel/refusal.ts";

/** How much of a file we are willing to look at. Every cap is counted while reading, never believed from the file. */
export interface ReadCaps {
  /** Bytes of the file itself. */
  readonly bytes: number;
  readonly entries: number;
  /** Inflated bytes of one part. */
  readonly part: number;
  readonly columns: number;
  /** Rows of data; a few more are let through for titles and headers, the import counts exactly. */
  readonly rows: number;
  readonly strings: number;
  /** Characters of one cell or one tag. */
  readonly text: number;
  /** Seconds of the reader's own work. */
  readonly seconds: number;
  /** Megabytes of the worker that reads. */
  readonly memory: number;
}

export const defaultCaps: ReadCaps = {
  bytes: 20 * 1024 * 1024,
  entries: 2_000,
  part: 300 * 1024 * 1024,
  columns: 256,
  rows: 20_000,
  strings: 2_000_000,
  text: 1_000_000,
  seconds: 60,
  memory: 512,
};

/** Titles, labels, hints, keys and examples above the data. */
export const headerAllowance = 10;

const no = (cn: string, en: string): Refusal => refuse("IMPORT_FILE", cn, en);

/** Every reason a file is not read, with what to do about it. */
export const refusals = {
  tooBig: (bytes: number) => {
    const size = Math.max(1, Math.floor(bytes / 1024 / 1024));
    return no(`文件超过${size} MB，请拆分后分别导入`, `The file exceeds ${size} MB; split it and import the parts`);
  },
  empty: () => no("文件是空的，请填写模板后再导入", "The file is empty; fill in the template and import it again"),
  oldFormat: () =>
    no(
      "这是旧版 .xls 文件，请在表格软件中另存为 .xlsx 后再导入",
      "This is an old .xls file; save it as .xlsx in a spreadsheet program and import it again",
    ),
  encrypted: () => no("文件有密码保护，请取消密码后再导入", "The file is protected by a password; remove the password and import it again"),
  macros: () =>
    no("文件含有宏，请另存为不含宏的 .xlsx 后再导入", "The file contains macros; save it as .xlsx without macros and import it again"),
  binaryFormat: () => no("不支持 .xlsb 文件，请另存为 .xlsx 后再导入", "Files of type .xlsb are not read; save as .xlsx and import again"),
  openDocument: () => no("不支持 .ods 文件，请另存为 .xlsx 后再导入", "Files of type .ods are not read; save as .xlsx and import again"),
  webPage: () =>
    no(
      "文件其实是网页，请在表格软件中打开并另存为 .xlsx 后再导入",
      "The file is actually a web page. Open it in a spreadsheet program, save it as .xlsx and import again",
    ),
  notSheet: () => no("文件不是表格，请导入 .xlsx 或 .csv 文件", "The file is not a spreadsheet. Import an .xlsx or .csv file"),
  damaged: (cn: string, en: string) =>
    no(
      `文件已损坏（${cn}），请在表格软件中打开并重新保存后再导入`,
      `The file is damaged (${en}); open it in a spreadsheet program, save it again and import it`,
    ),
  unsafe: (cn: string, en: string) =>
    no(
      `文件不安全（${cn}），已拒绝读取，请复制内容到新的工作簿后再导入`,
      `The file is unsafe (${en}) and was not read; copy its content into a new workbook and import that`,
    ),
  tooLarge: (cn: string, en: string) =>
    no(`文件内容过大（${cn}），请拆分后分别导入`, `The content of the file is too large (${en}); split it and import the parts`),
  tooSlow: (seconds: number) =>
    no(
      `读取超过${seconds}秒，已停止，请拆分后分别导入`,
      `Reading took more than ${seconds} seconds and was stopped; split the file and import the parts`,
    ),
  noSheet: (name: string) =>
    no(`没有名为“${name}”的工作表，请使用下载的模板`, `There is no sheet named "${name}"; use the downloaded template`),
  encoding: () =>
    no(
      "无法识别文件编码，请另存为 UTF-8 格式的 CSV 或 .xlsx 后再导入",
      "The encoding of the file is unknown; save it as CSV in UTF-8 or as .xlsx and import again",
    ),
  openQuote: (row: number) =>
    no(`第${row}行的引号没有结束，请修正后再导入`, `The quotation mark opened in row ${row} is never closed; correct it and import again`),
  rows: (rows: number) => refuse("IMPORT_ROWS", `超过${rows}行`, `More than ${rows} rows`),
  columns: (columns: number) =>
    no(`超过${columns}列，请删除多余的列后再导入`, `More than ${columns} columns; remove the columns that are not needed and import again`),
} as const;
