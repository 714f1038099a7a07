import { expect, test } from "vitest";
import { checkValue } from "./check.ts";
import { richtext } from "./field.ts";
import { cleanRichText, isBlankRichText, measuredRichText } from "./rich-text.ts";

const at = { zone: "UTC", clean: cleanRichText };

test("plain formatting stays as it is", () => {
  const text =
    '<h2>验收</h2><p>看 <strong>三</strong> 处：<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">说明</a></p><ul><li><p>一</p></li></ul><table><tbody><tr><th colspan="2">表</th></tr></tbody></table>';
  expect(cleanRichText(text)).toBe(text);
});

test.each([
  ["<script>alert(1)</script>好", "好"],
  ["<SCRIPT SRC=//x>alert(1)</SCRIPT >好", "好"],
  ["<p onclick=\"alert(1)\" style='color:red' class=x>好</p>", "<p>好</p>"],
  ['<a href="javascript:alert(1)">好</a>', "<a>好</a>"],
  ['<a href="java&#x73;cript:alert(1)">好</a>', "<a>好</a>"],
  ['<a href="java&Tab;script&colon;alert(1)">好</a>', "<a>好</a>"],
  ['<a href=" jAvAsCrIpT:alert(1)">好</a>', "<a>好</a>"],
  ['<a href="//evil.example">好</a>', "<a>好</a>"],
  ['<a href="data:text/html,x">好</a>', "<a>好</a>"],
  ['<a href="/main/user?id=1">好</a>', '<a href="/main/user?id=1">好</a>'],
  ['<img src=x onerror="alert(1)">', ""],
  ['<img src="https://spy.example/1.gif">好', "好"],
  ['<img data-file="ab-12" src="x" onerror=alert(1) alt=\'a"b\' width=240>', '<img data-file="ab-12" alt="a&quot;b" width="240">'],
  ["<svg><script>alert(1)</script></svg>好", "好"],
  ["<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></math>好", "好"],
  ["<!-- <img src=x> -->好", "好"],
  ["<!--好", ""],
  ["<![CDATA[x]]>好", "好"],
  ["<iframe src=x>内</iframe>好", "好"],
  ["<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>好", "好"],
  ["<p>未关<b>好", "<p>未关<b>好</b></p>"],
  ["</p></b>好", "好"],
  ["1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"],
  ["&lt;script&gt;", "&lt;script&gt;"],
  ["<font color=red><blink>好</blink></font>", "好"],
  ["<p title='>'>好</p>", "<p>好</p>"],
  ["<p <b>好", "<p>好</p>"],
  [`<img src="data:image/png;base64,${"A".repeat(9000)}">好`, "好"],
])("what could act is gone: %s", (given, cleaned) => {
  expect(cleanRichText(given)).toBe(cleaned);
  expect(cleanRichText(cleaned)).toBe(cleaned);
});

test("whatever comes in, only the allow-list comes out, and once is enough", () => {
  const parts = [
    "<",
    ">",
    "</",
    "script",
    "img",
    " onerror=",
    "'",
    '"',
    "a href=",
    "javascript:",
    "p",
    "b",
    "<!--",
    "-->",
    "&#60;",
    "svg",
    " ",
    "/",
    "x",
  ];
  let seed = 7;
  const next = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (let n = 0; n < 3000; n++) {
    const text = Array.from({ length: 12 }, () => parts[next() % parts.length]).join("");
    const out = cleanRichText(text);
    expect(cleanRichText(out)).toBe(out);
    expect(out.replace(/<\/?(?:p|b)>|<a(?: href="(?:https?:\/\/|mailto:|\/main\/)[^"<>]*"[^<>]*)?>|<\/a>/g, "")).not.toMatch(/[<>]/);
  }
});

test("a text made to be slow is not", () => {
  expect(cleanRichText('<a "'.repeat(50_001))).toBe("<a></a>");
  expect(cleanRichText("<style>".repeat(30_000))).toBe("");
  expect(cleanRichText("<b>".repeat(20_000))).toBe("<b>".repeat(64) + "</b>".repeat(64));
});

/** Everything the writer may ever write, and nothing else. */
const written =
  /<\/?(?:p|div|span|b|strong|i|em|u|s|ul|li|h[1-4]|blockquote|pre|code|table|thead|tbody|tr|sub|sup)>|<(?:br|hr)>|<a(?: href="(?:https?:\/\/|mailto:|\/main\/)[^"<>]*"(?: target="_blank" rel="noopener noreferrer")?)?>|<\/(?:a|ol|td|th)>|<ol(?: start="\d{1,4}")?>|<t[dh](?: colspan="\d{1,4}")?(?: rowspan="\d{1,4}")?>|<img data-file="[\w-]{1,64}" alt="[^"<>]*"(?: width="\d{1,4}")?>/gi;

const attacks = [
  "<svg/onload=alert(1)>",
  "<svg><animate onbegin=alert(1) attributeName=x></svg>",
  "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
  "<math><a xlink:href='javascript:alert(1)'>x</a></math>",
  "<math><mi><xmp></math><img src=x onerror=alert(1)></xmp>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<template><script>alert(1)</script></template>",
  "<noscript><img title='</noscript><img src=x onerror=alert(1)>'>",
  "<textarea></textarea><img src=x onerror=alert(1)>",
  "<textarea><img title='</textarea><img src=x onerror=alert(1)>'>",
  "<title><img title='</title><img src=x onerror=alert(1)>'>",
  "<style><img title='</style><img src=x onerror=alert(1)>'>",
  "<xmp><p title='</xmp><svg/onload=alert(1)>'>",
  "<plaintext><img src=x onerror=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<iframe src=javascript:alert(1)>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<link rel=stylesheet href=//evil.example>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href=//evil.example/>",
  "<img src=x onerror=alert(1)//",
  "<img/src=`x`onerror=alert(1)>",
  "<IMG SRC=JaVaScRiPt:alert(1)>",
  "<img data-file='a\" onerror=alert(1)'>",
  "<img data-file=ab alt='\"><script>alert(1)</script>'>",
  "<img data-file=ab alt='&quot;&gt;&lt;script&gt;'>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href='java\u0000script:alert(1)'>x</a>",
  "<a href='\u0001javascript:alert(1)'>x</a>",
  "<a href='&#106;&#97;vascript:alert(1)'>x</a>",
  "<a href='javascript&NewLine;&colon;alert(1)'>x</a>",
  "<a href='&#x6A&#x61vascript:alert(1)'>x</a>",
  "<a href='vbscript:msgbox(1)'>x</a>",
  "<a href='data:text/html;base64,PHNjcmlwdD4='>x</a>",
  "<a href='blob:https://x/1'>x</a>",
  "<a href='/main/../..//evil.example'>x</a>",
  "<a href='https://x\" onclick=alert(1) x=\"'>x</a>",
  "<a href=https://x href=javascript:alert(1)>x</a>",
  "<a href='\\\\evil.example'>x</a>",
  "<p style='background:url(javascript:alert(1))'>x</p>",
  "<div style=position:fixed;inset:0>x</div>",
  "<p onmouseover\u000b=alert(1)>x</p>",
  "<p\u000conclick=alert(1)>x</p>",
  "<p/onclick=alert(1)/x>x</p>",
  "<b <script>alert(1)</script>>x</b>",
  "<<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script x>alert(1)</script\n>",
  "<!--><script>alert(1)</script>-->",
  "<!---><img src=x onerror=alert(1)>-->",
  "<!-- --!><img src=x onerror=alert(1)>",
  "<?xml version='1.0'?><img src=x onerror=alert(1)>",
  "<![CDATA[><img src=x onerror=alert(1)>]]>",
  "<!DOCTYPE x [<!ENTITY e '<script>'>]>&e;",
  "<table><td background=javascript:alert(1) colspan='2 onclick=alert(1)'>x",
  "<ol start='1\" onclick=alert(1)'><li>x",
  "<select><option><img src=x onerror=alert(1)></select>",
  "<video><source onerror=alert(1)></video>",
  "<details open ontoggle=alert(1)>x</details>",
  "<input onfocus=alert(1) autofocus>",
  "<x-element onclick=alert(1)>x</x-element>",
  "<\u0130mg src=x onerror=alert(1)>",
  "<a href='https://x' target=_self rel=opener>x</a>",
  "&lt;img src=x onerror=alert(1)&gt;",
  "\ud800<b>\udfff</b>",
];

test.each(attacks)("nothing that acts survives: %j", (attack) => {
  for (const given of [attack, attack.toUpperCase(), `<p>${attack}</p>`, `${attack}${attack}`]) {
    const out = cleanRichText(given);
    expect(out.replace(written, "")).not.toMatch(/[<>]/);
    expect(out).not.toMatch(/href="[^"]*(?:javascript|vbscript|data|blob):/i);
    expect(cleanRichText(out)).toBe(out);
  }
});

test("random mixtures of tags, attributes, entities and signs come out clean, and a second time unchanged", () => {
  const parts = [
    ..."< > / = ' \" & ; # ! - [ ] ?".split(" "),
    ..."script style svg math template title textarea noscript plaintext select table td img ol a b p div"
      .split(" ")
      .map((name) => `<${name} `),
    ..."script style svg math template title textarea noscript select table td a b p div".split(" ").map((name) => `</${name}>`),
    ...["<!--", "-->", "<![CDATA[", "]]>", "<?", " onerror=x", " href=", " data-file=ab", " alt='", " style='", ' colspan="2"'],
    ...[
      "javascript:",
      "https://x",
      "/main/x",
      "&lt;",
      "&#60",
      "&#x3c;",
      "&amp",
      "&nbsp;",
      "\u0000",
      "\u00a0",
      "\ud83d",
      "好",
      " ",
      "\n",
      ">",
      ">",
      ">",
    ],
  ];
  let seed = 20_260_101;
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed >>> 8;
  };
  for (let n = 0; n < 6000; n++) {
    const text = Array.from({ length: 4 + (next() % 24) }, () => parts[next() % parts.length]).join("");
    const out = cleanRichText(text);
    const left = out.replace(written, "");
    if (/[<>]/.test(left) || cleanRichText(out) !== out) expect({ text, out, again: cleanRichText(out) }).toBe("clean and stable");
  }
});

const traps: readonly (readonly [string, (size: number) => string])[] = [
  ...[
    "<",
    "<b>",
    "<b><i>",
    "</b>",
    "</",
    "<style></style",
    "&",
    "&amp",
    "&#",
    "&CounterClockwise",
    "<!--",
    "<![CDATA[",
    '<a "',
    "<svg>",
    "<table><td>",
  ].map((piece) => [piece, (size: number) => piece.repeat(size / piece.length)] as const),
  ["many attributes", (size) => `<a${' x="1"'.repeat(size / 6)}>`],
  ["one attribute of many entities", (size) => `<a href="https://x/${"&amp;".repeat(size / 5)}">`],
  ["opened by one name, closed by another", (size) => "<div>".repeat(size / 10) + "</b>".repeat(size / 8)],
  ["opened deeply, closed one by one", (size) => "<div>".repeat(size / 11) + "</div>".repeat(size / 11)],
];

test.each(traps)("twice the length is at most twice the work: %s", (_name, made) => {
  const [once, twice] = [40_000, 80_000].map((size) => measuredRichText(made(size)).steps);
  expect(twice).toBeLessThanOrEqual(2 * once! + 200);
  expect(twice).toBeLessThanOrEqual(80_000 + 200);
});

test("what stands deeper than 64 elements keeps its words, and its closing tags close nothing", () => {
  const deep = `${"<div>".repeat(70)}好${"</div>".repeat(70)}<p>后</p>`;
  expect(cleanRichText(deep)).toBe(`${"<div>".repeat(64)}好${"</div>".repeat(64)}<p>后</p>`);
});

test("a text longer than its field is refused before it is cleaned", () => {
  // Cleaning would leave nothing of it: the length that counts is the one that has to be worked on.
  expect(checkValue(richtext("内容", "Content", { max: 100 }), "<!-- x -->".repeat(11), at)).toMatchObject({
    code: "FIELD_LENGTH",
  });
});

test("a value of a rich text field is cleaned where it is checked, and emptiness is nothing", () => {
  const field = richtext("内容", "Content");
  expect(checkValue(field, "<p>好</p><script>x</script>", at)).toEqual({ value: "<p>好</p>" });
  expect(checkValue(field, "x".repeat(200_001), at)).toMatchObject({ code: "FIELD_LENGTH" });
  expect(checkValue(richtext("内容", "Content", { max: 5 }), "<p>好</p>", at)).toMatchObject({ code: "FIELD_LENGTH" });
});

test("blank text is known", () => {
  expect(isBlankRichText("<p></p>")).toBe(true);
  expect(isBlankRichText("<p>&nbsp;</p>")).toBe(true);
  expect(isBlankRichText('<img data-file="a" alt="">')).toBe(false);
});
