import { describe, expect, test } from "vitest";
import {
  cleanName,
  deniedFormats,
  distinctNames,
  fileLimits,
  fileRule,
  idsOf,
  isLarge,
  judgeFile,
  openRule,
  shortSize,
  suffixOf,
} from "./file.ts";

describe("names", () => {
  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\a\\报价.xlsx", "报价.xlsx"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["a\u0000b\n.pdf", "ab.pdf"],
    ["a.exe. ", "a.exe"],
    ["note.txt:evil.exe", "note.txt_evil.exe"],
    ["e\u0301.pdf", "é.pdf"],
    ["con.txt", "_con.txt"],
    ["", "file"],
    ["..", "file"],
    ["\ud800.pdf", "\ufffd.pdf"],
    ["👨‍👩‍👧 家庭.jpg", "👨‍👩‍👧 家庭.jpg"],
  ])("%j becomes %j", (raw, clean) => expect(cleanName(raw)).toBe(clean));

  test("a name of 255 bytes of emoji stays, a longer one keeps its ending and whole characters", () => {
    const exact = `${"😀".repeat(62)}abc.pdf`;
    expect(Buffer.byteLength(exact)).toBe(255);
    expect(cleanName(exact)).toBe(exact);
    const long = cleanName(`${"👨‍👩‍👧".repeat(60)}.pdf`);
    expect(long.length).toBeLessThanOrEqual(255);
    expect(long.endsWith("👧.pdf")).toBe(true);
  });

  test("cleaning twice changes nothing", () => {
    let seed = 7;
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
    for (let n = 0; n < 2000; n += 1) {
      const raw = Array.from({ length: next() % 40 }, () =>
        String.fromCharCode(next() % 5 ? next() % 0x3000 : 0x2000 + (next() % 0x100)),
      ).join("");
      const once = cleanName(raw);
      expect(cleanName(once)).toBe(once);
      expect(once).not.toMatch(/[/\\\u202a-\u202e\u2066-\u2069\u0000-\u001f]/);
      expect(once.length).toBeLessThanOrEqual(255);
    }
  });

  test("same names in a zip are told apart, also when only the case differs", () => {
    expect(distinctNames(["a.pdf", "A.pdf", "a.pdf", "a(2).pdf", "b"])).toEqual(["a.pdf", "A(2).pdf", "a(3).pdf", "a(2)(2).pdf", "b"]);
  });
});

describe("limits", () => {
  test("table 11: formats ignore case and are listed in the refusal", () => {
    const rule = fileRule({ formats: [".PDF"] });
    expect(judgeFile({ name: "A.PDF", size: 1 }, rule)).toBeNull();
    expect(judgeFile({ name: "a.docx", size: 1 }, rule)?.text[0]).toBe("不支持上传扩展名为docx的附件，允许：pdf");
  });

  test("table 12: exactly 104857600 goes the normal road, one more the large one, and 2147483649 is refused", () => {
    expect(isLarge(104857600)).toBe(false);
    expect(isLarge(104857601)).toBe(true);
    expect(judgeFile({ name: "a.zip", size: 2147483648 }, openRule)).toBeNull();
    expect(judgeFile({ name: "a.zip", size: 2147483649 }, openRule)?.code).toBe("FILE_SIZE");
  });

  test.each([...deniedFormats])("nobody attaches .%s", (ext) =>
    expect(judgeFile({ name: `a.${ext.toUpperCase()}`, size: 1 }, openRule)?.code).toBe("FILE_EXT"),
  );

  test("a drawing may be allowed by name, a program never", () => {
    expect(judgeFile({ name: "a.svg", size: 1 }, fileRule({ formats: ["svg"] }))).toBeNull();
    expect(judgeFile({ name: "a.exe", size: 1 }, fileRule({ formats: ["exe"] }))?.code).toBe("FILE_EXT");
  });

  test("ids and sizes", () => {
    expect(idsOf(" a, b,,a ")).toEqual(["a", "b"]);
    expect([0, 1023, 65536, 901120, 2202010, fileLimits.size].map(shortSize)).toEqual(["0B", "1023B", "64K", "880K", "2.1M", "2G"]);
    expect(suffixOf("a.tar.GZ")).toBe("gz");
    expect(suffixOf(".gitignore")).toBe("");
  });
});

test("a name of dots and spaces without end is cleaned at once", () => {
  expect(cleanName(`${". ".repeat(400_000)}x`).length).toBeLessThanOrEqual(fileLimits.nameLength);
  expect(cleanName(`a${" .".repeat(400_000)}`)).toBe("file");
});
