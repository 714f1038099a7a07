import { CornerDownLeft, FileText, Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { searchMenus } from "../../menu.ts";
import type { Menu } from "../../menu.ts";
import { amountText } from "../../page-format.ts";
import { call } from "../call.ts";
import { useLanguage, useText } from "../language.ts";
import { useMenus } from "../menus.ts";
import { openPage, showTab } from "../router.ts";
import { tabs, titleOf } from "../tabs.ts";
import { iconOf } from "./icons.ts";
import { openMenu } from "./open-menu.ts";

interface Found {
  readonly key: string;
  readonly group: "tab" | "menu" | "document";
  readonly title: string;
  readonly note: string;
  readonly kind?: string | undefined;
  readonly facts?: FoundFacts | undefined;
  readonly menu?: Menu;
  open(): void;
}

interface FoundDocument {
  readonly entity: string;
  /** what kind of document it is, in words */
  readonly label?: string;
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly route: string;
  readonly facts?: FoundFacts;
}

/** Whom a document is with, how it stands, what it is worth. */
interface FoundFacts {
  readonly with: string | null;
  readonly state: string;
  readonly tone: string;
  readonly amount: string | null;
  readonly currency: string | null;
}

const WAIT_MS = 200;

/** Documents whose number or title fits, as the server lets this person see them; silence of the server shows only menus. */
function useDocuments(text: string): { readonly found: readonly FoundDocument[]; readonly busy: boolean } {
  const [answer, setAnswer] = useState<{ readonly text: string; readonly found: readonly FoundDocument[] }>({ text: "", found: [] });
  const wanted = text.trim();
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    if (wanted.length < 2) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      call<readonly FoundDocument[]>("baseServer/v1/searchService/find", { text: wanted }, { signal: asked.signal }).then(
        ({ data }) => setAnswer({ text: wanted, found: data ?? [] }),
        () => !asked.signal.aborted && setAnswer({ text: wanted, found: [] }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [wanted, language]);
  return wanted.length < 2 ? { found: [], busy: false } : { found: answer.found, busy: answer.text !== wanted };
}

/** Cmd/Ctrl+K: menus by name, initials or code, and documents by number or title; an empty field lists what is open. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const t = useText();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const menus = useMenus((state) => state.flat);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { found, busy } = useDocuments(text);
  useEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    dialog.querySelector("input")?.focus();
    return () => dialog.close();
  }, []);

  const open: Found[] =
    text.trim() === ""
      ? tabs().list.map((tab) => ({ key: `t${tab.key}`, group: "tab", title: titleOf(tab, t), note: "", open: () => showTab(tab.key) }))
      : [];
  const pages: Found[] = searchMenus(menus, text, 8).map((menu) => ({
    key: `m${menu.menuId}`,
    group: "menu",
    title: menu.name,
    note: pathOf(menu, menus),
    menu,
    open: () => void openMenu(menu),
  }));
  const documents: Found[] = found.map((foundDocument) => ({
    key: `d${foundDocument.entity}${foundDocument.id}`,
    group: "document",
    title: foundDocument.number,
    note: foundDocument.title === foundDocument.number ? "" : foundDocument.title,
    kind: foundDocument.label,
    facts: foundDocument.facts,
    open: () => void openPage({ path: foundDocument.route, query: { id: foundDocument.id } }),
  }));
  // whoever types a figure looks for a document, whoever types a word for a page
  const all = /\d/.test(text) ? [...open, ...documents, ...pages] : [...open, ...pages, ...documents];
  const chosen = Math.min(at, Math.max(0, all.length - 1));
  const pick = (entry: Found | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.open();
  };

  function walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + all.length) % Math.max(1, all.length));
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      pick(all[chosen]);
    }
  }

  return (
    <dialog
      ref={ref}
      className="s-dialog s-palette"
      aria-label={t(["搜索菜单与单据", "Search menus and documents"])}
      onCancel={(event) => (event.preventDefault(), onClose())}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className="s-palette-field">
        <Search size={16} aria-hidden />
        <input
          value={text}
          onChange={(event) => (setText(event.target.value), setAt(0))}
          onKeyDown={walk}
          placeholder={t(["菜单名、拼音首字母、单据号…", "Menu, initials, document number…"])}
          aria-label={t(["搜索", "Search"])}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={all.length > 0 ? `${id}-${chosen}` : undefined}
          spellCheck={false}
        />
        {busy ? <span className="s-spin" aria-hidden /> : null}
        <kbd className="s-kbd">Esc</kbd>
      </div>
      <ul id={id} role="listbox" aria-label={t(["结果", "Results"])} className="s-palette-list">
        {all.map((entry, i) => (
          <PaletteLine
            key={entry.key}
            id={`${id}-${i}`}
            one={entry}
            chosen={i === chosen}
            heading={i === 0 || all[i - 1]!.group !== entry.group ? entry.group : null}
            onPick={() => pick(entry)}
            onPoint={() => setAt(i)}
          />
        ))}
      </ul>
      {all.length === 0 && !busy ? (
        <p className="s-palette-none">
          {t(["没有找到。可以换成单据号、物料或供应商名称的一部分再试。", "Nothing found. Try a part of a number or a name."])}
        </p>
      ) : null}
    </dialog>
  );
}

/** Where a menu stands, as a path of its parents. */
function pathOf(menu: Menu, menus: readonly Menu[]): string {
  const parent = menus.find((candidate) => candidate.menuId === String(menu.menuParentId));
  return parent === undefined ? "" : [pathOf(parent, menus), parent.name].filter(Boolean).join(" / ");
}

interface PaletteLineProps {
  readonly id: string;
  readonly one: Found;
  readonly chosen: boolean;
  readonly heading: Found["group"] | null;
  onPick(): void;
  onPoint(): void;
}

function PaletteLine({ id, one, chosen, heading, onPick, onPoint }: PaletteLineProps) {
  const t = useText();
  const Icon = one.menu ? iconOf(one.menu) : FileText;
  const headings = { tab: t(["已打开", "Open"]), menu: t(["菜单", "Menus"]), document: t(["单据", "Documents"]) };
  return (
    <>
      {heading === null ? null : (
        <li role="presentation" className="s-palette-head">
          {headings[heading]}
        </li>
      )}
      <li
        id={id}
        role="option"
        aria-selected={chosen}
        className="s-palette-line"
        onClick={onPick}
        onPointerMove={onPoint}
        ref={(line) => void (chosen && line?.scrollIntoView({ block: "nearest" }))}
      >
        <Icon size={15} aria-hidden />
        <b>{one.title}</b>
        <span>{one.facts?.with ?? one.note}</span>
        {one.facts?.amount ? <em>{amountText(one.facts.amount, one.facts.currency ?? undefined)}</em> : null}
        {one.facts ? <small data-tone={one.facts.tone}>{one.facts.state}</small> : null}
        {one.kind ? <small>{one.kind}</small> : null}
        {chosen ? <CornerDownLeft size={13} aria-hidden /> : null}
      </li>
    </>
  );
}
