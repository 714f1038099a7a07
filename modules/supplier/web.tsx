export { Stepper, SupplierTracks, TrackPanel } from "./parts/stepper.tsx";
