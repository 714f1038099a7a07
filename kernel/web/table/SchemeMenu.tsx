import { Bookmark, Star, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fill } from "#kernel/text.ts";
import type { Live } from "./live.ts";
import { Popup } from "./Popup.tsx";
import type { Reader } from "./reader.ts";
import type { Scheme, Schemes, TableConfig } from "./types.ts";
import { words } from "./words.ts";

/** Saved filters of this table: one press applies one; the marked one is applied when the page opens. */
export function SchemeMenu({ config, reader, schemes, live }: { config: TableConfig; reader: Reader; schemes: Schemes; live: Live }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [list, setList] = useState<readonly Scheme[]>([]);
  const [name, setName] = useState("");
  const [byDefault, setByDefault] = useState(false);
  const [share, setShare] = useState(false);
  const { say, world } = reader;
  const applied = useRef(false);
  const latest = useRef(config);
  latest.current = config;

  useEffect(() => {
    let gone = false;
    schemes.list(config.name).then(
      (found) => {
        if (gone) return;
        setList(found);
        const first = found.find((scheme) => scheme.defaultFlag === "Y");
        if (first !== undefined && !applied.current) latest.current.onScheme?.(first.params);
        applied.current = true;
      },
      (cause: unknown) => world.log("search schemes not loaded", cause),
    );
    return () => void (gone = true);
  }, [schemes, config.name, world]);

  const change = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      setList(await schemes.list(config.name));
      setName("");
    } catch (cause) {
      live.current.note("error", (cause as { msg?: string }).msg ?? String(cause));
    }
  };
  return (
    <>
      <button type="button" className="dt-icon" aria-haspopup="dialog" aria-expanded={anchor !== null} aria-label={say(words.schemes)} title={say(words.schemes)} onClick={(event) => setAnchor(event.currentTarget)}><Bookmark size={15} /></button>
      {anchor !== null && (
        <Popup anchor={anchor} onClose={() => setAnchor(null)} align="end" label={say(words.schemes)} focus className="dt-schemes">
          <strong>{say(words.schemes)}</strong>
          {list.length === 0 && <p className="dt-quiet">{say(words.noSchemes)}</p>}
          <ul>
            {list.map((scheme) => (
              <li key={scheme.id}>
                <button type="button" className="dt-plain" onClick={() => (config.onScheme?.(scheme.params), setAnchor(null))}>
                  {scheme.defaultFlag === "Y" && <Star size={13} aria-label={say(words.schemeDefault)} />}{scheme.schemeName}
                </button>
                {scheme.own !== false && <button type="button" className="dt-icon" aria-label={say(fill(words.removeScheme, { name: scheme.schemeName }))} onClick={() => void change(() => schemes.remove(scheme.id))}><Trash2 size={13} /></button>}
              </li>
            ))}
          </ul>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== "") void change(() => schemes.save(config.name, { schemeName: name.trim(), params: live.current.model.state.getState().params, defaultFlag: byDefault ? "Y" : "N", share }));
            }}
          >
            <label className="dt-quiet" htmlFor={`${config.name}-scheme`}>{say(words.saveScheme)}</label>
            <input id={`${config.name}-scheme`} className="dt-input dt-framed" value={name} maxLength={50} placeholder={say(words.schemeName)} onChange={(event) => setName(event.target.value)} />
            <label><input type="checkbox" checked={byDefault} onChange={(event) => setByDefault(event.target.checked)} /> {say(words.schemeDefault)}</label>
            <label><input type="checkbox" checked={share} onChange={(event) => setShare(event.target.checked)} /> {say(words.schemeShare)}</label>
            <button type="submit" className="dt-button" aria-disabled={name.trim() === ""}>{say(words.save)}</button>
          </form>
        </Popup>
      )}
    </>
  );
}
