import type { Seen } from "#kernel/seen.ts";
import { cmp, isDecimal, trim } from "#kernel/decimal.ts";
import { CallError } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { useEffect, useState } from "react";
import { needsComment, ownTotal } from "../inspect-score.ts";
import { scoreLine, scoreSheet } from "../score.entity.ts";
import { marksOf, scoreDraft, type Mark, type Marks } from "./scoreDraft.ts";

const open = ["PENDING", "SAVED", "RETURNED"];
type Line = Seen<typeof scoreLine>;
type Errors = Readonly<Record<string, string>>;

export interface Scores {
  readonly lines: readonly Line[];
  readonly marks: Marks;
  readonly errors: Errors;
  readonly editable: boolean;
  readonly dirty: boolean;
  readonly busy: boolean;
  /** What this browser had kept was taken up. */
  readonly restored: boolean;
  patch(id: string, change: Partial<Mark>): void;
  drop(): void;
  save(): Promise<void>;
  submit(): Promise<void>;
}

/** A sheet under the pen: kept in the browser with every stroke, saved when there is a network, sent when it is whole. */
export function useScores(sheet: Seen<typeof scoreSheet>, again: () => void): Scores {
  const say = useText();
  const viewer = useViewer();
  const { setDirty } = useTab();
  const lines = sheet.lines ?? [];
  const [kept] = useState(() => scoreDraft.read(viewer.userId, sheet));
  const [marks, setMarks] = useState<Marks>(() => kept ?? marksOf(sheet));
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const dirty = JSON.stringify(marks) !== JSON.stringify(marksOf(sheet));
  const mine = sheet.memberId === viewer.userId && open.includes(sheet.status ?? "");
  const editable = mine && viewer.may("btnSave");
  useEffect(() => {
    setDirty(dirty);
    if (!editable) return;
    if (dirty) scoreDraft.keep(viewer.userId, sheet, marks);
    else scoreDraft.forget(viewer.userId, sheet);
  }, [dirty, editable, marks, sheet, viewer.userId, setDirty]);

  const patch = (id: string, change: Partial<Mark>): void => {
    setMarks((now) => ({ ...now, [id]: { ...now[id]!, ...change } }));
    setErrors(({ [id]: _, ...rest }) => rest);
  };
  const fail = (error: unknown): void => {
    if (error instanceof CallError && error.code === "NETWORK")
      return toast.info(["当前没有网络，已保存在本机，联网后再保存", "No network. Saved in this browser; save again once you are online"]);
    if (error instanceof CallError && error.fieldErrors.length > 0) return setErrors(byLine(error, lines));
    toast.error(error);
  };
  const store = async (): Promise<Seen<typeof scoreSheet>> => {
    if (!dirty) return sheet;
    const changed = lines.map((line) => ({ id: line.id, ...wire(marks[line.id]!) }));
    const { document } = await entityCall.save(scoreSheet, { id: sheet.id, versionNum: sheet.versionNum, lines: { changed } });
    scoreDraft.forget(viewer.userId, sheet);
    tellChanged({ entity: scoreSheet.name, id: sheet.id, document });
    return document;
  };
  const work = async (what: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await what();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  const save = (): Promise<void> =>
    work(async () => {
      await store();
      toast.success(["已保存", "Saved"]);
      again();
    });
  const submit = async (): Promise<void> => {
    const found = missing(lines, marks, say);
    setErrors(found);
    if (Object.keys(found).length > 0) return toast.info(["还有项目没有完成", "Some items are not complete"]);
    const sure = await confirm({
      title: ["提交评分？", "Submit your scores?"],
      text: say(["提交后不能修改，除非组长退回", "They cannot be changed afterwards unless the leader returns the sheet"]),
      confirm: ["提交", "Submit"],
    });
    if (!sure) return;
    await work(async () => {
      const saved = await store();
      const { document } = await entityCall.act(scoreSheet, "doSubmit", { id: saved.id, versionNum: saved.versionNum });
      tellChanged({ entity: scoreSheet.name, id: sheet.id, document });
      toast.success(["已提交评分", "Scores submitted"]);
      again();
    });
  };
  const drop = (): void => setMarks(marksOf(sheet));
  return { lines, marks, errors, editable, dirty, busy, restored: kept !== null, patch, drop, save, submit };
}

export const isDone = (mark: Mark | undefined): boolean => mark !== undefined && (mark.naFlag === "Y" || isDecimal(mark.score));
const wire = ({ score, naFlag, comment, fileIds }: Mark) => ({
  score: naFlag === "Y" ? null : score,
  naFlag,
  comment: comment.trim() || null,
  fileIds: fileIds || null,
});

export const totalOf = (lines: readonly Line[], marks: Marks): string =>
  ownTotal(
    lines.map((line) => {
      const mark = marks[line.id]!;
      return {
        itemId: line.itemId ?? "",
        score: isDecimal(mark.score) ? mark.score : null,
        naFlag: mark.naFlag,
        maxScore: line.maxScore ?? "0",
        itemWeight: line.itemWeight ?? "0",
      };
    }),
  ) ?? "–";

/** What the rules would refuse, said before asking them: the page also works without a network. */
function missing(lines: readonly Line[], marks: Marks, say: ReturnType<typeof useText>): Errors {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const { id } = line;
      const mark = marks[id]!;
      const most = line.maxScore ?? "0";
      if (mark.naFlag === "Y") return [];
      if (!isDecimal(mark.score)) return [[id, say(["得分必填", "Score is required"])]];
      if (cmp(mark.score, "0") < 0 || cmp(mark.score, most) > 0)
        return [[id, say([`得分应在0至${trim(most)}之间`, `Score must be 0 to ${trim(most)}`])]];
      return needsComment(mark.score, most) && mark.comment.trim() === ""
        ? [[id, say(["得分低于60%须填写说明", "Comment required below 60%"])]]
        : [];
    }),
  );
}

const byLine = (error: CallError, lines: readonly Line[]): Errors =>
  Object.fromEntries(
    error.fieldErrors.map(({ path, msg }) => {
      const at = /(?:lines|changed)\[(\d+)\]/.exec(path)?.[1];
      return [lines[Number(at ?? 0)]?.id, msg];
    }),
  );
