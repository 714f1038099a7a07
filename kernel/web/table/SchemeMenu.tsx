import { Bookmark, Star, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { fill } from "#kernel/text.ts";
import type { Live } from "./live.ts";
import { Popup } from "../part/Popup.tsx";
import type { Reader } from "./reader.ts";
import type { Scheme, Schemes, TableConfig } from "./types.ts";
import { words } from "./words.ts";

interface Draft {
  readonly schemeName: string;
  readonly defaultFlag: "Y" | "N";
  readonly share: boolean;
}

/** The present filter under a name. */
function SaveForm({ id, say, save }: { id: string; say: Reader["say"]; save: (draft: Draft) => void }) {
  const [name, setName] = useState("");
  const [byDefault, setByDefault] = useState(false);
  const [share, setShare] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    save({ schemeName: name.trim(), defaultFlag: byDefault ? "Y" : "N", share });
    setName("");
  };
  return (
    <form onSubmit={submit}>
      <label className="dt-quiet" htmlFor={id}>
        {say(words.saveScheme)}
      </label>
      <input
        id={id}
        className="dt-input dt-framed"
        value={name}
        maxLength={50}
        placeholder={say(words.schemeName)}
        onChange={(event) => setName(event.target.value)}
      />
      <label>
        <input type="checkbox" checked={byDefault} onChange={(event) => setByDefault(event.target.checked)} /> {say(words.schemeDefault)}
      </label>
      <label>
        <input type="checkbox" checked={share} onChange={(event) => setShare(event.target.checked)} /> {say(words.schemeShare)}
      </label>
      <button type="submit" className="dt-button" aria-disabled={name.trim() === ""}>
        {say(words.save)}
      </button>
    </form>
  );
}

interface SchemeLineProps {
  readonly scheme: Scheme;
  readonly say: Reader["say"];
  apply(): void;
  remove(): void;
}

function SchemeLine({ scheme, say, apply, remove }: SchemeLineProps) {
  return (
    <li>
      <button type="button" className="dt-plain" onClick={apply}>
        {scheme.defaultFlag === "Y" && <Star size={13} role="img" aria-label={say(words.schemeDefault)} />}
        {scheme.schemeName}
      </button>
      {scheme.own !== false && (
        <button type="button" className="dt-icon" aria-label={say(fill(words.removeScheme, { name: scheme.schemeName }))} onClick={remove}>
          <Trash2 size={13} />
        </button>
      )}
    </li>
  );
}

/** Saved filters of this table: one press applies one; the marked one is applied when the page opens. */
export function SchemeMenu({ config, reader, schemes, live }: { config: TableConfig; reader: Reader; schemes: Schemes; live: Live }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [list, setList] = useState<readonly Scheme[]>([]);
  const { say, world } = reader;
  const applied = useRef(false);
  const { name } = config;

  useEffect(() => {
    let gone = false;
    schemes.list(name).then(
      (found) => {
        if (gone) return;
        setList(found);
        const first = found.find((scheme) => scheme.defaultFlag === "Y");
        if (first !== undefined && !applied.current) live.current.config.onScheme?.(first.params);
        applied.current = true;
      },
      (cause: unknown) => world.log("search schemes not loaded", cause),
    );
    return () => void (gone = true);
  }, [schemes, name, world, live]);

  const change = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
      setList(await schemes.list(name));
    } catch (cause) {
      live.current.note("error", (cause as { msg?: string }).msg ?? String(cause));
    }
  };
  const apply = (scheme: Scheme): void => {
    config.onScheme?.(scheme.params);
    setAnchor(null);
  };
  const save = (draft: Draft): void => void change(schemes.save(name, { ...draft, params: live.current.model.state.getState().params }));
  return (
    <>
      <button
        type="button"
        className="dt-icon"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={say(words.schemes)}
        title={say(words.schemes)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Bookmark size={15} />
      </button>
      {anchor !== null && (
        <Popup anchor={anchor} onClose={() => setAnchor(null)} align="end" label={say(words.schemes)} focus className="dt-schemes">
          <strong>{say(words.schemes)}</strong>
          {list.length === 0 && <p className="dt-quiet">{say(words.noSchemes)}</p>}
          <ul>
            {list.map((scheme) => (
              <SchemeLine
                key={scheme.id}
                scheme={scheme}
                say={say}
                apply={() => apply(scheme)}
                remove={() => void change(schemes.remove(scheme.id))}
              />
            ))}
          </ul>
          <SaveForm id={`${name}-scheme`} say={say} save={save} />
        </Popup>
      )}
    </>
  );
}
