import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { useStore } from "zustand";
import type { Lines } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import { isShownNow } from "../../../page-document.ts";
import { several } from "../../../page-format.ts";
import { fileKeysOf } from "../../../page.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import type { EditSlots } from "../slots.ts";
import { cellsNow, sectionsOf } from "./HeaderSections.tsx";
import type { EditModel } from "./editModel.ts";

interface Link {
  readonly key: string;
  readonly label: Text;
  readonly count?: number;
  readonly errors: number;
}

function linksOf(
  model: EditModel,
  slots: EditSlots | undefined,
  errors: ReadonlyMap<string, string>,
  lineErrors: Readonly<Record<string, number>>,
  doc: Readonly<Record<string, unknown>>,
): readonly Link[] {
  const { entity, viewer } = model;
  const isNew = model.state.getState().base === null;
  const linksTo = (part: "over" | "under"): readonly Link[] =>
    sectionsOf(model, slots, part)
      .filter((s) => cellsNow(model, s, isNew, doc).length > 0)
      .map((s): Link => ({ key: s.key, label: s.label, errors: s.cells.filter((c) => errors.has(c.key)).length }));
  // Lines a page draws in its own way have a link of their own: one to the table that is not there leads nowhere.
  const isDrawn = (key: string): boolean => !slots?.hideSections?.includes(key) && !slots?.lineRules?.[key]?.(model).hidden;
  const collections = Object.keys(model.lines).filter(isDrawn);
  const isSingle = (key: string): boolean => (entity.lines as Lines)[key]!.single === true;
  const singles = collections
    .filter(isSingle)
    .map((key): Link => ({ key, label: (entity.lines as Lines)[key]!.label, errors: lineErrors[key] ?? 0 }));
  const lines = collections
    .filter((key) => !isSingle(key))
    .map((key): Link => {
      const rows = doc[key];
      return {
        key,
        label: several((entity.lines as Lines)[key]!.label),
        count: Array.isArray(rows) ? rows.length : 0,
        errors: lineErrors[key] ?? 0,
      };
    });
  const fileKeys = slots?.hideSections?.includes("files") ? [] : fileKeysOf(entity, viewer.audience);
  const files = fileKeys
    .filter((key) => isShownNow(entity, key, doc))
    .map((key): Link => {
      const count = String(doc[key] ?? "")
        .split(",")
        .filter((id) => id !== "").length;
      return { key: `files.${key}`, label: fieldOf(entity, key)!.label, count, errors: errors.has(key) ? 1 : 0 };
    });
  const drawn = isNew ? [] : (slots?.links ?? []).filter((link) => link.when?.(model) ?? true);
  const own = drawn.map(({ key, label }): Link => ({ key, label, errors: 0 }));
  return [...linksTo("over"), ...lines, ...linksTo("under"), ...singles, ...own, ...files];
}

interface Props {
  readonly model: EditModel;
  readonly slots: EditSlots | undefined;
  readonly body: RefObject<HTMLElement | null>;
}

/** Links to the sections of a long page; they follow scrolling and say how many errors each section holds. */
export function SectionLinks({ model, slots, body }: Props) {
  const say = useText();
  const { errors, lineErrors, doc } = useStore(model.state);
  const [here, setHere] = useState("");
  const links = linksOf(model, slots, errors, lineErrors, doc);
  useEffect(() => {
    const box = body.current;
    if (!box) return;
    const follow = (): void => {
      const top = box.getBoundingClientRect().top + 80;
      const passed = [...box.querySelectorAll<HTMLElement>("[data-section]")].filter(
        (section) => section.getBoundingClientRect().top <= top,
      );
      setHere(passed.at(-1)?.dataset["section"] ?? "");
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    return () => box.removeEventListener("scroll", follow);
  }, [body]);
  if (links.length < 2) return null;
  const go = (key: string): void => {
    const section = body.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(key)}"]`);
    section?.scrollIntoView({ block: "start" });
    setHere(key);
  };
  return (
    <nav className="pg-links" aria-label={say(["本页内容", "On this page"])}>
      {links.map((link, at) => (
        <button
          key={link.key}
          type="button"
          aria-current={(here || links[0]!.key) === link.key || (at === 0 && here === "") ? "location" : undefined}
          onClick={() => go(link.key)}
        >
          {say(link.label)}
          {link.errors > 0 ? (
            <span className="pg-pill pg-pill-bad">{say([`${link.errors} 错`, `${link.errors} wrong`])}</span>
          ) : link.count !== undefined ? (
            <span className="pg-pill">{link.count}</span>
          ) : null}
        </button>
      ))}
    </nav>
  );
}
