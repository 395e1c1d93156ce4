interface Props {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off, in effect at once. */
export function Switch({ label, isOn, onChange }: Props) {
  return (
    <label class="switch">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => {
          const wanted = event.currentTarget.checked;
          // What shows is what is, not what was asked for.
          event.currentTarget.checked = isOn;
          onChange(wanted);
        }}
      />
    </label>
  );
}
