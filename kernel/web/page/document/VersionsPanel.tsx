import { Select } from "antd";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import { dateText } from "../../../page-format.ts";
import { callPath } from "../../../page.ts";
import { composed, type Difference } from "../../../revision-diff.ts";
import { call } from "../../call.ts";
import { useText } from "../../language.ts";
import { useChanged } from "../changes.ts";
import { Differences } from "./Differences.tsx";
import { PanelState } from "./PanelState.tsx";
import { useLoad } from "./useLoad.ts";

/** One revision as the server tells of it. */
interface Version {
  readonly id: string;
  readonly number: number;
  readonly isOpen: boolean;
  readonly reason: string | null;
  readonly date: string;
  readonly rows: readonly Difference[];
}

interface Props {
  readonly entity: Entity;
  readonly id: string;
}

/** What each revision changed, newest first, and the comparison of any two versions. */
export function VersionsPanel({ entity, id }: Props) {
  const say = useText();
  const load = useLoad(
    `versions:${entity.name}:${id}`,
    async () => (await call<{ readonly versions: readonly Version[] }>(callPath(entity, "compareVersions"), { id })).data.versions,
  );
  useChanged(entity.name, load.again);
  return (
    <PanelState load={load} empty={say(["还没有变更", "No changes yet"])} isEmpty={(versions) => versions.length === 0}>
      {(versions) => (
        <>
          {versions.length > 1 ? <AnyTwo entity={entity} versions={versions} /> : null}
          {versions.map((version) => (
            <section key={version.id}>
              <h3 className="pg-h3">
                {nameOf(say, version)} <span className="pg-faint">{dateText({ kind: "datetime" }, version.date)}</span>
              </h3>
              {version.reason ? <p className="pg-faint">{version.reason}</p> : null}
              <Differences entity={entity} rows={version.rows} />
            </section>
          ))}
        </>
      )}
    </PanelState>
  );
}

const nameOf = (say: ReturnType<typeof useText>, { number, isOpen }: Pick<Version, "number" | "isOpen">): string =>
  isOpen ? say([`第 ${number} 版（草稿）`, `Revision ${number} (draft)`]) : say([`第 ${number} 版`, `Revision ${number}`]);

/** Two versions side by side: all that the revisions between them changed, taken together. */
function AnyTwo({ entity, versions }: { readonly entity: Entity; readonly versions: readonly Version[] }) {
  const say = useText();
  const [from, setFrom] = useState(versions.at(-1)!.number - 1);
  const [to, setTo] = useState(versions[0]!.number);
  const [low, high] = from < to ? [from, to] : [to, from];
  const between = versions.filter((version) => version.number > low && version.number <= high);
  const options = [...versions, { number: versions.at(-1)!.number - 1, isOpen: false }].map((version) => ({
    value: version.number,
    label: nameOf(say, version),
  }));
  return (
    <section>
      <h3 className="pg-h3">
        <Select size="small" value={from} options={options} onChange={setFrom} aria-label={say(["较早的版本", "Earlier version"])} /> →{" "}
        <Select size="small" value={to} options={options} onChange={setTo} aria-label={say(["较晚的版本", "Later version"])} />
      </h3>
      <Differences entity={entity} rows={composed(between.toReversed().map((version) => version.rows))} />
    </section>
  );
}
