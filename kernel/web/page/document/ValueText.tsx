import { useEffect, useState } from "react";
import type { Entity } from "../../../entity.ts";
import { idsOf } from "../../../file.ts";
import { fieldAt } from "../../../page-document.ts";
import { nothing } from "../../../page-format.ts";
import { listFiles } from "../../file/transfer.ts";
import { useText } from "../../language.ts";
import { FieldText } from "../field/FieldText.tsx";
import { namedAs, useNames } from "../field/useNames.ts";
import { loadEntity } from "../records.ts";
import { StatusTag } from "../StatusTag.tsx";
import { useLoad } from "./useLoad.ts";

interface Props {
  readonly entity: Entity | undefined;
  readonly path: string;
  readonly value: unknown;
}

/** A value of the journal or of a trial, said as the field would say it: a state by its name, a reference by its record. */
export function ValueText({ entity, path, value }: Props) {
  if (value === null || value === undefined || value === "") return <span className="pg-none">{nothing}</span>;
  const at = entity && fieldAt(entity, path);
  if (at === undefined) return <span>{typeof value === "object" ? JSON.stringify(value) : String(value)}</span>;
  if (at.entity.states && at.key === at.entity.stateField) return <StatusTag entity={at.entity} code={value} />;
  if (at.field.kind === "files") return <FileNames ids={String(value)} />;
  if (at.field.kind === "ref") return <RecordName target={at.field.target!} id={String(value)} />;
  return <FieldText field={at.field} fieldKey={at.key} row={{ [at.key]: value }} short />;
}

/** Attachments by their names; those that are gone or hidden are counted. */
function FileNames({ ids }: { readonly ids: string }) {
  const say = useText();
  const load = useLoad(ids, () => listFiles(idsOf(ids)));
  const names = (load.data?.files ?? []).map((file) => file.originalFileName);
  const left = idsOf(ids).length - names.length;
  const more = say([`${left} 个附件`, `${left} attachment${left > 1 ? "s" : ""}`]);
  return <span>{[...names, ...(left > 0 ? [more] : [])].join(say(["、", ", "]))}</span>;
}

function RecordName({ target, id }: { readonly target: string; readonly id: string }) {
  const names = useNames(target, id);
  return <span>{namedAs(target, id, names)}</span>;
}

/** A declaration by name, loaded when it is needed. */
export function useEntity(name: string, known?: Entity): Entity | undefined {
  const [loaded, setLoaded] = useState<Entity | undefined>(known?.name === name ? known : undefined);
  useEffect(() => {
    if (loaded?.name === name) return;
    let gone = false;
    loadEntity(name).then(
      (e) => void (gone || setLoaded(e)),
      () => undefined,
    );
    return () => void (gone = true);
  }, [name, loaded]);
  return loaded;
}
