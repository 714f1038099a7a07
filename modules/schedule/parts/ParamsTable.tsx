import type { Seen } from "#kernel/seen.ts";
import { scheduleJob, type scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import type { ParamRow } from "#kernel/program.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";

/** What a run was given, by the names people know the parameters by. */
export function ParamsTable({ request }: { readonly request: Seen<typeof scheduleRequest> }) {
  const say = useText();
  const jobId = String(request.jobId);
  const job = useLoad(`job:${jobId}`, () => entityCall.find(scheduleJob, jobId));
  const given = Object.entries((request.params ?? {}) as Record<string, unknown>);
  const named = new Map(
    ((job.data?.params ?? []) as readonly ParamRow[]).map((param) => [
      param.paramKey,
      say([param.labelCn, param.labelEn ?? param.labelCn]),
    ]),
  );
  return (
    <section className="pc-section" aria-label={say(["参数", "Parameters"])}>
      <h3 className="pg-h3">
        {say(["参数", "Parameters"])} <span className="pg-count">{given.length}</span>
      </h3>
      {given.length === 0 ? (
        <p className="pg-faint">{say(["没有参数。", "No parameters."])}</p>
      ) : (
        <FactGrid
          lines
          facts={given.map(([key, value]) => ({
            key,
            label: (
              <>
                {named.get(key) ?? key} {named.has(key) ? <span className="pg-code">{key}</span> : null}
              </>
            ),
            value: typeof value === "object" ? JSON.stringify(value) : String(value),
          }))}
        />
      )}
    </section>
  );
}
