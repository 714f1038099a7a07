import type { Entity } from "#kernel/entity.ts";
import type { interfaceLog, tripartiteLog } from "#kernel/platform/outside-log.entity.ts";
import type { FieldKey, Seen } from "#kernel/seen.ts";
import { CodeBlock } from "#kernel/web/block/CodeBlock.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";

type Log = typeof interfaceLog | typeof tripartiteLog;

interface Props<E extends Log> {
  readonly entity: E;
  /** The same entity with the facts shown first. */
  readonly facts: Entity;
  readonly row: Seen<E>;
  readonly request: FieldKey<E>;
  readonly response: FieldKey<E>;
}

/** One message with its answer; secrets were masked before anything was kept. */
export function Message<E extends Log>({ entity, facts, row, request, response }: Props<E>) {
  const say = useText();
  const load = useLoad(`${entity.name}:${String(row.id)}`, () => entityCall.find(entity, String(row.id)));
  return (
    <>
      {row.errorMsg ? <Notice tone="error">{String(row.errorMsg)}</Notice> : null}
      <Facts entity={facts} row={row} audience="internal" most={10} />
      <div className="pg-block">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(whole) => (
            <>
              <CodeBlock label={say(["请求", "Request"])} value={whole[request]} />
              <CodeBlock label={say(["响应", "Response"])} value={whole[response]} />
              {whole.restFileIds ? (
                <section className="pc-section">
                  <h3 className="pg-h3">{say(["完整报文", "Whole message"])}</h3>
                  <FieldText field={entity.fields.restFileIds} fieldKey="restFileIds" row={whole} />
                </section>
              ) : null}
            </>
          )}
        </PanelState>
      </div>
    </>
  );
}
