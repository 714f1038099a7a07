import { StrictMode, Activity, useState } from "react";
import { createRoot } from "react-dom/client";
import Kit from "../../Kit.tsx";
import { useLanguage } from "../../language.ts";
import "../../theme/tokens.css";
import "../../theme/inter.css";
import "../../theme/base.css";
import "../table.css";
import { TableWorld } from "../world.ts";
import { Edit } from "./Edit.tsx";
import { Kinds } from "./Kinds.tsx";
import { List } from "./List.tsx";
import { More } from "./More.tsx";
import { States } from "./States.tsx";
import "./trial.css";
import { calls, wire } from "./wire.ts";
import { seen, trialWorld } from "./world.ts";

const pages = { list: List, edit: Edit, kinds: Kinds, states: States, more: More };
type Name = keyof typeof pages;

const asked = new URLSearchParams(location.search);
seen.settingsFail = asked.get("settings") === "fail";
if (asked.get("lang") !== null) useLanguage.getState().setLanguage(asked.get("lang") === "EN" ? "EN" : "CN");
Object.assign(window, { trial: { calls, wire, seen } });

/** Tabs that keep their pages, as the shell does. */
function Trial() {
  const [page, setPage] = useState<Name>((asked.get("page") as Name | null) ?? "list");
  const [visited, setVisited] = useState<readonly Name[]>([page]);
  const open = (name: Name): void => {
    setPage(name);
    setVisited((now) => (now.includes(name) ? now : [...now, name]));
  };
  return (
    <TableWorld value={trialWorld}>
      <nav aria-label="trial">
        {(Object.keys(pages) as Name[]).map((name) => (
          <button key={name} type="button" id={`tab-${name}`} onClick={() => open(name)}>
            {name}
          </button>
        ))}
      </nav>
      <main>
        <h1>DataTable</h1>
        {visited.map((name) => {
          const Page = pages[name];
          return (
            <Activity key={name} mode={name === page ? "visible" : "hidden"}>
              <Page />
            </Activity>
          );
        })}
      </main>
    </TableWorld>
  );
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Kit>
      <Trial />
    </Kit>
  </StrictMode>,
);
