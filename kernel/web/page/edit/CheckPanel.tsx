import { CircleCheck } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { barOf, offersOf } from "../../../page-action.ts";
import { useText } from "../../language.ts";
import { Reasons } from "../action/WhyNot.tsx";
import type { EditModel } from "./editModel.ts";
import { jumpTo, problemList } from "./problemList.ts";

/** What stands in the way: errors of the form, and the conditions of the step that comes next. */
export function CheckPanel({ model }: { readonly model: EditModel }) {
  const say = useText();
  const panel = useRef<HTMLDivElement>(null);
  const state = useStore(model.state);
  const problems = problemList(model, state);
  const next = state.base ? barOf(offersOf(model.entity, state.base, model.viewer)).primary : undefined;
  const page = (): HTMLElement | null => panel.current?.closest<HTMLElement>("[data-document]") ?? null;
  return (
    <div ref={panel} className="pg-check">
      {problems.length > 0 ? (
        <ul className="pg-problems">
          {problems.map((problem) => (
            <li key={problem.key}>
              <button type="button" onClick={() => jumpTo(model, problem, page())}>
                <b>{say(problem.where)}</b>
                <span>{say(problem.message)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="pg-ok pg-check-ok">
          <CircleCheck size={16} aria-hidden />{" "}
          {state.checked ? say(["表单检查通过", "No problems found"]) : say(["未发现问题", "No problems found"])}
        </p>
      )}
      {next && state.unsaved === 0 ? (
        <Reasons key={`${next.name}:${String(state.base?.["versionNum"])}`} entity={model.entity} row={state.base!} offer={next} asCheck />
      ) : null}
    </div>
  );
}
