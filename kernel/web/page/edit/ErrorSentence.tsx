import { CircleAlert, CircleCheck } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { FixLink } from "../../FixLink.tsx";
import { useText } from "../../language.ts";
import type { EditModel } from "./editModel.ts";
import { jumpTo, problemList } from "./problemList.ts";

const most = 6;

/** What stops a save, in one sentence with a link to each place; the same line turns green when nothing does. */
export function ErrorSentence({ model }: { readonly model: EditModel }) {
  const say = useText();
  const line = useRef<HTMLDivElement>(null);
  const state = useStore(model.state);
  const problems = problemList(model, state);
  const page = (): HTMLElement | null => line.current?.closest<HTMLElement>("[data-document]") ?? line.current?.parentElement ?? null;
  const fixes = state.fixes.map((fix) => <FixLink key={fix.route + fix.label} fix={fix} className="" />);
  if (problems.length === 0 && state.said)
    return (
      <div className="pg-sentence pg-sentence-bad" role="alert">
        <CircleAlert size={16} aria-hidden />
        <b>{state.said}</b>
        {fixes}
      </div>
    );
  if (problems.length === 0)
    return state.checked && state.unsaved > 0 ? (
      <div className="pg-sentence pg-sentence-ok" role="status">
        <CircleCheck size={16} aria-hidden />
        <b>{say(["检查通过", "All checks passed"])}</b>
      </div>
    ) : null;
  return (
    <div ref={line} className="pg-sentence pg-sentence-bad" role="alert">
      <CircleAlert size={16} aria-hidden />
      <b>
        {say([`更正 ${problems.length} 处后才能保存：`, `Fix ${problems.length} problem${problems.length > 1 ? "s" : ""} before saving:`])}
      </b>
      {problems.slice(0, most).map((problem) => (
        <button key={problem.key} type="button" onClick={() => jumpTo(model, problem, page())} title={say(problem.message)}>
          {say(problem.where)}
        </button>
      ))}
      {problems.length > most ? <span>{say([`等 ${problems.length} 处`, `and ${problems.length - most} more`])}</span> : null}
      {state.said ? <b>{state.said}</b> : null}
      {fixes}
    </div>
  );
}
