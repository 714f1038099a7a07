/** A setting's value at one level; the level's own id is empty for the site. */
export interface SetValue {
  readonly level: string;
  readonly levelId: string | null;
  readonly value: string | null;
}

/** For whom a setting is asked: the person, the current responsibility, and the organisations from the own one up to the root. */
export interface Subject {
  readonly userId: string | null;
  readonly respId: string | null;
  readonly orgIds: readonly string[];
}

export type Level = "USER" | "RESP" | "ORG" | "SITE";

/** One step on the way to the value that counts. */
export interface Rung {
  readonly level: Level | "DEFAULT";
  readonly levelId: string | null;
  readonly value: string | null;
  /** The level is set: a secret's value is never told, but that there is one is. */
  readonly isSet: boolean;
  readonly decides: boolean;
}

/** From the nearest level to the default: what each says, and which of them decides. Levels the setting does not allow are left out. */
export function ladderOf(
  levels: readonly string[],
  initial: string | null,
  values: readonly SetValue[],
  subject: Subject,
): readonly Rung[] {
  const at = (level: Level, id: string | null): SetValue | undefined =>
    values.find((setValue) => setValue.level === level && (setValue.levelId ?? null) === id);
  const wanted: readonly (readonly [Level, string | null])[] = [
    ...(subject.userId === null ? [] : [["USER", subject.userId] as const]),
    ...(subject.respId === null ? [] : [["RESP", subject.respId] as const]),
    ...subject.orgIds.map((id) => ["ORG", id] as const),
    ["SITE", null],
  ];
  const found = wanted.filter(([level]) => levels.includes(level)).map(([level, levelId]) => ({ level, levelId, set: at(level, levelId) }));
  const first = found.findIndex((candidate) => candidate.set !== undefined);
  return [
    ...found.map(({ level, levelId, set }, i): Rung => ({
      level,
      levelId,
      value: set?.value ?? null,
      isSet: set !== undefined,
      decides: i === first,
    })),
    { level: "DEFAULT", levelId: null, value: initial, isSet: true, decides: first < 0 },
  ];
}
