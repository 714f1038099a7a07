import { useEffect, useState } from "react";
import type { RefObject } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

export interface SectionLink {
  readonly key: string;
  readonly label: Text;
  readonly count?: number | undefined;
  readonly errors?: number | undefined;
}

/** Links to the sections of a written page, each marked by data-section; they follow scrolling and carry counts. */
export function SectionNav({ links, body }: { readonly links: readonly SectionLink[]; readonly body: RefObject<HTMLElement | null> }) {
  const say = useText();
  const [here, setHere] = useState("");
  const keys = links.map((link) => link.key).join();
  useEffect(() => {
    const box = body.current;
    if (!box) return;
    const follow = (): void => {
      const top = box.getBoundingClientRect().top + 80;
      const passed = [...box.querySelectorAll<HTMLElement>("[data-section]")].filter(
        (section) => keys.split(",").includes(section.dataset["section"] ?? "") && section.getBoundingClientRect().top <= top,
      );
      setHere(passed.at(-1)?.dataset["section"] ?? "");
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    return () => box.removeEventListener("scroll", follow);
  }, [body, keys]);
  const now = here || links[0]?.key;
  return (
    <nav className="pg-links" aria-label={say(["本页内容", "On this page"])}>
      {links.map((link) => (
        <button
          key={link.key}
          type="button"
          aria-current={now === link.key ? "location" : undefined}
          onClick={() => (
            body.current?.querySelector(`[data-section="${CSS.escape(link.key)}"]`)?.scrollIntoView({ block: "start" }),
            setHere(link.key)
          )}
        >
          {say(link.label)}
          {link.errors ? (
            <span className="pg-pill pg-pill-bad">{say([`${link.errors} 错`, `${link.errors} wrong`])}</span>
          ) : link.count !== undefined ? (
            <span className="pg-pill">{link.count}</span>
          ) : null}
        </button>
      ))}
    </nav>
  );
}
