/** A full score of likeness is certain; from `mustJudge` on somebody has to decide. */
export const certain = 100;
export const mustJudge = 85;

/** What a score of likeness asks for: nothing more to judge, somebody's judgement, or only a word about it. */
export const sureness = (score: number): "CERTAIN" | "LIKELY" | "DISTANT" =>
  score >= certain ? "CERTAIN" : score >= mustJudge ? "LIKELY" : "DISTANT";
