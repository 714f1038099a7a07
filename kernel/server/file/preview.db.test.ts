import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPreview } from "./preview/engine.ts";
import { bmp, docx, ole, pdf, xlsx, zip } from "./test-files.ts";
import { buyer, openWorld, type World } from "./test-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.rules.clear();
  world.records.set("SrmPurOrderHeader/po1", { read: ["buyer01"], change: ["buyer01"] });
});

const order = { functionId: "SrmPurOrderHeader", businessId: "po1" };
const view = (id: string) => world.fetch("fileServer/v2/pageoffice/doFilePdfView", { id });

/** The words on each page, as a reader would find them. */
async function pagesOf(reply: Response): Promise<string[]> {
  expect(reply.headers.get("content-type")).toBe("application/pdf");
  const task = getDocument({ data: new Uint8Array(await reply.arrayBuffer()), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const content = await (await document.getPage(n)).getTextContent();
    pages.push(content.items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  await task.destroy();
  return pages;
}

describe("table 16: previews", () => {
  test("a drawing of a machine cannot be shown, and the answer says what to do", async () => {
    const { id } = await world.keep("part.dwg", Buffer.concat([Buffer.from("AC1032"), Buffer.alloc(100, 1)]), order);
    expect(await (await view(id)).json()).toMatchObject({
      status: "E",
      code: "FILE_PREVIEW_TYPE",
      msg: "该类型不支持预览，请下载后使用本地工具查看",
    });
    expect(await (await view("")).json()).toMatchObject({ code: "FILE_NO_ID", msg: "无待浏览的文件ID信息" });
  });

  test("three sheets become three pages", async () => {
    const book = await xlsx({
      报价: [
        ["物料", "单价"],
        ["ABS 上盖", 12.8],
      ],
      交期: [["日期", new Date(Date.UTC(2026, 10, 30))]],
      说明: [["=1+1", null]],
    });
    const { id } = await world.keep("a.xlsx", book, order);
    const pages = await pagesOf(await view(id));
    expect(pages).toHaveLength(3);
    expect(pages[0]).toMatch(/简化预览.*报价.*物料.*ABS 上盖.*12\.8/s);
    expect(pages[1]).toContain("2026-11-30");
  });

  test("text in GB18030 is readable Chinese, UTF-8 and UTF-16 as well", async () => {
    const gb = Buffer.from("b9a9d3a6c9cca3bae67ec0b6", "hex");
    for (const bytes of [gb, Buffer.from("供应商：蓝"), Buffer.from("\ufeff供应商：蓝", "utf16le")]) {
      const { id } = await world.keep(`${bytes.length}.txt`, bytes, order);
      expect((await pagesOf(await view(id))).join("")).toContain("供应商");
    }
  });

  test("a PDF is shown as it is, in place, with ranges", async () => {
    const { id } = await world.keep("a.pdf", pdf("contract"), order);
    const reply = await view(id);
    expect(reply.headers.get("content-disposition")).toMatch(/^inline/);
    expect(Buffer.from(await reply.clone().arrayBuffer()).equals(pdf("contract"))).toBe(true);
    expect((await pagesOf(reply))[0]).toBe("contract");
    expect((await world.fetch("fileServer/v2/pageoffice/doFilePdfView", { id }, buyer, { range: "bytes=0-3" })).status).toBe(206);
  });

  test.each(["png", "jpg", "gif", "bmp"])("a %s becomes a page", async (suffix) => {
    const made =
      suffix === "bmp"
        ? bmp(40, 30)
        : await sharp({ create: { width: 40, height: 30, channels: 3, background: "#b45309" } })
            .toFormat(suffix as "png")
            .toBuffer();
    const { id } = await world.keep(`p.${suffix}`, made, order);
    expect(await pagesOf(await view(id))).toHaveLength(1);
  });

  test("a Word document shows headings, text, tables and pictures", async () => {
    const picture = await sharp({ create: { width: 10, height: 10, channels: 3, background: "#cf2e3a" } })
      .png()
      .toBuffer();
    const body = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>技术协议</w:t></w:r></w:p><w:p><w:r><w:t>甲 &amp; 乙</w:t><w:tab/><w:t>第一条</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>件号</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>数量</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><a:blip r:embed="rId1"/></w:p>`;
    const file = await docx(body, {
      "word/_rels/document.xml.rels": '<Relationships><Relationship Id="rId1" Target="media/image1.png"/></Relationships>',
      "word/media/image1.png": picture,
    });
    const { id } = await world.keep("a.docx", file, order);
    const text = (await pagesOf(await view(id))).join("");
    for (const words of ["技术协议", "甲 & 乙", "第一条", "件号", "数量"]) expect(text).toContain(words);
  });

  test("slides show their words, one page a slide", async () => {
    const slide = (words: string) => `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`;
    const file = await zip({
      "[Content_Types].xml": "presentationml.presentation.main+xml",
      "ppt/presentation.xml": "<x/>",
      "ppt/slides/slide2.xml": slide("第二"),
      "ppt/slides/slide1.xml": slide("第一"),
    });
    const { id } = await world.keep("a.pptx", file, order);
    const pages = await pagesOf(await view(id));
    expect(pages.map((page) => page.includes("第一"))).toEqual([true, false]);
  });

  test("without an office program the old formats say so clearly", async () => {
    const { id } = await world.keep("a.doc", ole(["WordDocument"]), order);
    expect(await (await view(id)).json()).toMatchObject({ code: "FILE_PREVIEW_ENGINE" });
    expect(await world.db.one(`select "previewStatus" from "BaseFile" where "id" = $1`, [id])).toEqual({ previewStatus: "FAILED" });
  });

  test("a document that asks for outside entities is not read", async () => {
    const { id } = await world.keep(
      "x.docx",
      await zip({
        "[Content_Types].xml": "wordprocessingml.document.main+xml",
        "word/document.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      }),
      order,
    );
    expect(await (await view(id)).json()).toMatchObject({ code: "FILE_PREVIEW_FAIL" });
  });

  test("the same bytes are converted once, and the result is nobody's attachment", async () => {
    const [a, b] = [await world.keep("1.txt", "same words", order), await world.keep("2.txt", "same words", order)];
    await Promise.all([view(a.id), view(a.id)]);
    await view(b.id);
    const rows = await world.db.query<{ previewFileId: string }>(`select distinct "previewFileId" from "BaseFile" where "id" = any($1)`, [
      [a.id, b.id],
    ]);
    expect(rows).toHaveLength(1);
    expect(await (await world.fetch("fileServer/v2/file/downloadBody", { id: rows[0]!.previewFileId })).json()).toMatchObject({
      code: "FILE_NOT_FOUND",
    });
    expect(readdirSync(join(world.folder, "temp"))).toEqual([]);
  });

  test("a watermark names user, time and company on every page", async () => {
    world.rules.set("SrmPurOrderHeader", { watermark: true });
    const { id } = await world.keep("m.txt", "secret\n".repeat(200), order);
    const pages = await pagesOf(await view(id));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toMatch(/buyer01\s+2026-11-15 10:00:00\s+鲸落塑业/);
  });
});

describe("the office program", () => {
  const program = (script: string) => {
    const path = join(world.folder, `office-${Math.random().toString(36).slice(2)}`);
    writeFileSync(path, `#!/bin/sh\n${script}`);
    chmodSync(path, 0o755);
    return path;
  };
  const convert = async (script: string, timeoutMs: number, suffix = "doc") => {
    const source = join(world.folder, `in.${suffix}`);
    writeFileSync(source, "x");
    const target = join(world.folder, "out.pdf");
    const engine = await openPreview({ temp: join(world.folder, "temp"), soffice: program(script), timeoutMs });
    await engine.convert({ path: source, suffix, name: "in" }, target, null).finally(() => engine.close());
    return existsSync(target);
  };
  const outdir = 'while [ "$1" != "--outdir" ]; do shift; done; mkdir -p "$2"; ';

  test("runs in a folder and profile of its own, which are gone afterwards", async () => {
    expect(await convert(`${outdir} case "$HOME" in */temp/office-*) echo "%PDF-1.4" > "$2/input.pdf";; esac`, 5000)).toBe(true);
    expect(readdirSync(join(world.folder, "temp"))).toEqual([]);
  });

  test("is killed with its children when it hangs, and the refusal is clear", async () => {
    const mark = join(world.folder, "still-alive");
    await expect(convert(`(sleep 0.7; touch ${mark}) & sleep 30`, 200)).rejects.toMatchObject({ code: "FILE_PREVIEW_FAIL" });
    await new Promise((done) => setTimeout(done, 900));
    expect(existsSync(mark)).toBe(false);
  });
});
