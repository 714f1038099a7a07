import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { Payload } from "./Payload.tsx";
import "./schedule.css";

interface Props {
  readonly entity: Entity;
  /** The same entity with the facts shown first. */
  readonly facts: Entity;
  readonly row: Row;
  readonly request: string;
  readonly response: string;
}

/** One message with its answer; secrets were masked before anything was kept. */
export function Message({ entity, facts, row, request, response }: Props) {
  const say = useText();
  const load = useLoad(`${entity.name}:${String(row["id"])}`, () => entityCall.find(entity, String(row["id"])));
  return (
    <>
      {row["errorMsg"] ? <p className="sc-failure">{String(row["errorMsg"])}</p> : null}
      <Facts entity={facts} row={row} audience="internal" most={10} />
      <div className="pg-block">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) => (
            <>
              <Payload label={say(["请求", "Request"])} value={whole[request]} />
              <Payload label={say(["响应", "Response"])} value={whole[response]} />
              {whole["restFileIds"] ? (
                <section className="pc-section">
                  <h3 className="pg-h3">{say(["完整报文", "Whole message"])}</h3>
                  <FieldText field={entity.fields["restFileIds"]!} fieldKey="restFileIds" row={whole} />
                </section>
              ) : null}
            </>
          )}
        </PanelState>
      </div>
    </>
  );
}
