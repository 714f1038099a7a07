export { Stepper, SupplierTracks, TrackPanel } from "./parts/stepper.tsx";
export { TrialDialog } from "./parts/Trial.tsx";
