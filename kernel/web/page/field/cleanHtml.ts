const tags = new Set([
  "P",
  "BR",
  "DIV",
  "SPAN",
  "B",
  "STRONG",
  "I",
  "EM",
  "U",
  "S",
  "UL",
  "OL",
  "LI",
  "A",
  "H1",
  "H2",
  "H3",
  "H4",
  "BLOCKQUOTE",
  "PRE",
  "CODE",
  "TABLE",
  "THEAD",
  "TBODY",
  "TR",
  "TH",
  "TD",
  "HR",
  "SUB",
  "SUP",
]);
const dropped = new Set([
  "SCRIPT",
  "STYLE",
  "IFRAME",
  "OBJECT",
  "EMBED",
  "LINK",
  "META",
  "TEMPLATE",
  "SVG",
  "MATH",
  "FORM",
  "INPUT",
  "BUTTON",
]);

/** Keeps the plain formatting of a text and nothing that could act: no scripts, styles, events, pictures or foreign schemes. */
export function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  cleanChildren(page.body);
  return page.body.innerHTML.trim();
}

function cleanChildren(parent: Element): void {
  for (const child of [...parent.children]) {
    if (dropped.has(child.tagName.toUpperCase())) {
      child.remove();
      continue;
    }
    cleanChildren(child);
    if (!tags.has(child.tagName)) {
      child.replaceWith(...child.childNodes);
      continue;
    }
    const href = child.tagName === "A" ? child.getAttribute("href") : null;
    for (const { name } of [...child.attributes])
      if (!((name === "colspan" || name === "rowspan") && child.tagName.startsWith("T"))) child.removeAttribute(name);
    if (href && /^(https?:|mailto:|\/main\/)/i.test(href)) {
      child.setAttribute("href", href);
      if (!href.startsWith("/")) {
        child.setAttribute("target", "_blank");
        child.setAttribute("rel", "noopener noreferrer");
      }
    }
  }
  for (const node of [...parent.childNodes]) if (node.nodeType === Node.COMMENT_NODE) node.remove();
}
