_cliometer() { # to bash, --option=value is three words; to the function above it is two
  local -a joined=()
  local place cursor=$COMP_CWORD
  for ((place = 0; place < ${#COMP_WORDS[@]}; place++)); do
    if [[ ${COMP_WORDS[place]} != "=" ]]; then
      joined+=("${COMP_WORDS[place]}")
    elif ((place == COMP_CWORD)); then
      joined+=("")
    elif ((place < COMP_CWORD)); then
      ((cursor--))
    fi
  done
  local -a COMP_WORDS=("${joined[@]}")
  local COMP_CWORD=$cursor
  _shtab_cliometer
}
complete -o bashdefault -F _cliometer cliometer
