/** What a mark means, never which colour it has. */
export type Tone = "dark" | "pale" | "good" | "warm" | "bad" | "grey" | "faint" | "blue" | "none";

export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly tone: Tone;
  /** A tone of its own for single marks. */
  readonly tones?: readonly (Tone | null)[];
  readonly line?: boolean;
  /** A line that goes on where nothing is known between. */
  readonly joined?: boolean;
  readonly stack?: string;
  /** Percent, at the right. */
  readonly axis?: "right";
  readonly labelled?: boolean;
  /** Its values are percents: on the axis, at the marks and in the table. */
  readonly percent?: boolean;
}

/** One question drawn: lying bars, standing columns, or parts of a whole. */
export interface Drawing {
  readonly shape: "bars" | "columns" | "donut";
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** The tones of the parts of a whole. */
  readonly tones?: readonly Tone[];
  /** The axis begins near the least value: for prices, which move by percents. Never for columns and bars, whose length is read. */
  readonly near?: boolean;
  /** Only whole numbers stand at the axis. */
  readonly whole?: boolean;
  /** The mark somebody pressed, drawn dark; unless one was, the greatest is. */
  readonly pressed?: number;
}
