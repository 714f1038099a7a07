import { create } from "zustand";
import { session } from "../session.ts";
import type { UploadTarget } from "./transfer.ts";

/** A large upload that a reload cut off: the server still holds its pieces, the browser only lost the file. */
export interface Unfinished {
  readonly userId: string;
  readonly place: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
}

const KEY = "srm.uploads";

function read(): readonly Unfinished[] {
  try {
    const parsed = JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(parsed) ? (parsed as Unfinished[]) : [];
  } catch {
    return [];
  }
}

/** Everything large that was begun in this window and not ended. */
export const useUnfinished = create<{ readonly list: readonly Unfinished[] }>(() => ({ list: read() }));

const me = (): string => session()?.user.userId ?? "";
const put = (list: readonly Unfinished[]): void => {
  useUnfinished.setState({ list });
  sessionStorage.setItem(KEY, JSON.stringify(list));
};
const others = (place: string, name: string, size: number): readonly Unfinished[] =>
  useUnfinished
    .getState()
    .list.filter(
      (unfinished) => unfinished.place !== place || unfinished.name !== name || unfinished.size !== size || unfinished.userId !== me(),
    );

/** Which field of which record an upload belongs to. */
export const placeOf = (target: Pick<UploadTarget, "functionId" | "businessId" | "valueKey">): string =>
  [target.functionId, target.businessId, target.valueKey].join("|");

export const noteUpload = (place: string, file: File, sent: number): void =>
  put([...others(place, file.name, file.size), { userId: me(), place, name: file.name, size: file.size, sent }]);

export const forgetUpload = (place: string, file: Pick<Unfinished, "name" | "size">): void => put(others(place, file.name, file.size));

/** What waits to be continued at this place for this person. */
export const unfinishedAt = (list: readonly Unfinished[], place: string): readonly Unfinished[] =>
  list.filter((unfinished) => unfinished.place === place && unfinished.userId === me());
