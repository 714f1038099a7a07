export { DecisionCard, DecisionPanel } from "./parts/DecisionPanel.tsx";
export { RuleEditor, type RuleStart } from "./parts/RuleEditor.tsx";
export { RuleSetDrawer } from "./parts/RuleSetDrawer.tsx";
