import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { useStore } from "zustand";
import type { Lines } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import { fileKeysOf, formOf } from "../../../page.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import type { EditModel } from "./editModel.ts";

interface Link {
  readonly key: string;
  readonly label: Text;
  readonly count?: number;
  readonly errors: number;
}

function linksOf(
  model: EditModel,
  errors: ReadonlyMap<string, string>,
  lineErrors: Readonly<Record<string, number>>,
  doc: Readonly<Record<string, unknown>>,
): readonly Link[] {
  const { entity, viewer } = model;
  const sections = formOf(entity, viewer.audience).map((s): Link => ({
    key: s.key,
    label: s.label,
    errors: s.cells.filter((c) => errors.has(c.key)).length,
  }));
  const lines = Object.keys(model.lines).map((key): Link => {
    const rows = doc[key];
    return { key, label: (entity.lines as Lines)[key]!.label, count: Array.isArray(rows) ? rows.length : 0, errors: lineErrors[key] ?? 0 };
  });
  const files = fileKeysOf(entity, viewer.audience).map((key): Link => {
    const count = String(doc[key] ?? "")
      .split(",")
      .filter((id) => id !== "").length;
    return { key: `files.${key}`, label: fieldOf(entity, key)!.label, count, errors: errors.has(key) ? 1 : 0 };
  });
  return [...sections, ...lines, ...files];
}

/** Links to the sections of a long page; they follow scrolling and say how many errors each section holds. */
export function SectionLinks({ model, body }: { readonly model: EditModel; readonly body: RefObject<HTMLElement | null> }) {
  const say = useText();
  const { errors, lineErrors, doc } = useStore(model.state);
  const [here, setHere] = useState("");
  const links = linksOf(model, errors, lineErrors, doc);
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
