<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE peerAnnotation [
 <!ELEMENT peerAnnotation (pyramid,annotation)>
 <!ELEMENT annotation (text,peerscu*)>
 <!ELEMENT peerscu (contributor)*>
 <!ATTLIST peerscu uid CDATA #REQUIRED label CDATA #REQUIRED comment CDATA #IMPLIED>
 <!ELEMENT pyramid (startDocumentRegEx?,text,scu*)>
 <!ATTLIST pyramid numModels CDATA #IMPLIED>
 <!ELEMENT startDocumentRegEx (#PCDATA)>
 <!ELEMENT text (line*)>
 <!ELEMENT line (#PCDATA)>
 <!ELEMENT scu (contributor)*>
 <!ATTLIST scu uid CDATA #REQUIRED label CDATA #REQUIRED comment CDATA #IMPLIED>
 <!ELEMENT contributor (part)*>
 <!ATTLIST contributor label CDATA #REQUIRED comment CDATA #IMPLIED>
 <!ELEMENT part EMPTY>
 <!ATTLIST part label CDATA #REQUIRED start CDATA #REQUIRED end CDATA #REQUIRED>
]>

<peerAnnotation>
<pyramid>
<startDocumentRegEx>-+\nAPOLLO\.M\.50\.A\.[A-Z]\n-+\n</startDocumentRegEx>
 <text>
  <line>---------------</line>
  <line>APOLLO.M.50.A.A</line>
  <line>---------------</line>
  <line></line>
  <line>Apollo 13 was launched on April 11, 1970.</line>
  <line>An oxygen tank burst two days later and the landing was called off.</line>
  <line>The crew returned safely on April 17.</line>
  <line></line>
  <line>---------------</line>
  <line>APOLLO.M.50.A.B</line>
  <line>---------------</line>
  <line></line>
  <line>Two days into the flight an oxygen tank of Apollo 13 exploded.</line>
  <line>Lovell, Swigert and Haise moved into the lunar module.</line>
  <line>They splashed down in the Pacific on April 17, 1970.</line>
  <line></line>
  <line>---------------</line>
  <line>APOLLO.M.50.A.C</line>
  <line>---------------</line>
  <line></line>
  <line>The third Moon landing was given up after an oxygen tank blew up.</line>
  <line>The lunar module served as a lifeboat.</line>
  <line>All three astronauts came home alive.</line>
  <line></line>
 </text>
 <scu uid="1" label="An oxygen tank exploded">
  <contributor label="An oxygen tank burst">
   <part label="An oxygen tank burst" start="91" end="111"/>
  </contributor>
  <contributor label="an oxygen tank of Apollo 13 exploded">
   <part label="an oxygen tank of Apollo 13 exploded" start="272" end="308"/>
  </contributor>
  <contributor label="an oxygen tank blew up">
   <part label="an oxygen tank blew up" start="510" end="532"/>
  </contributor>
 </scu>
 <scu uid="2" label="The crew returned safely">
  <contributor label="The crew returned safely">
   <part label="The crew returned safely" start="159" end="183"/>
  </contributor>
  <contributor label="They splashed down">
   <part label="They splashed down" start="365" end="383"/>
  </contributor>
  <contributor label="All three astronauts came home alive">
   <part label="All three astronauts came home alive" start="573" end="609"/>
  </contributor>
 </scu>
 <scu uid="3" label="The landing was called off">
  <contributor label="the landing was called off">
   <part label="the landing was called off" start="131" end="157"/>
  </contributor>
  <contributor label="The third Moon landing was given up">
   <part label="The third Moon landing was given up" start="468" end="503"/>
  </contributor>
 </scu>
 <scu uid="4" label="The crew moved into the lunar module">
  <contributor label="Lovell, Swigert and Haise moved into the lunar module">
   <part label="Lovell, Swigert and Haise moved into the lunar module" start="310" end="363"/>
  </contributor>
  <contributor label="The lunar module served as a lifeboat">
   <part label="The lunar module served as a lifeboat" start="534" end="571"/>
  </contributor>
 </scu>
 <scu uid="5" label="It happened two days into the flight">
  <contributor label="two days later">
   <part label="two days later" start="112" end="126"/>
  </contributor>
  <contributor label="Two days into the flight">
   <part label="Two days into the flight" start="247" end="271"/>
  </contributor>
 </scu>
 <scu uid="6" label="The return was on April 17">
  <contributor label="on April 17.">
   <part label="on April 17." start="184" end="196"/>
  </contributor>
  <contributor label="on April 17, 1970">
   <part label="on April 17, 1970" start="399" end="416"/>
  </contributor>
 </scu>
 <scu uid="7" label="Apollo 13 was launched on April 11, 1970">
  <contributor label="Apollo 13 was launched on April 11, 1970">
   <part label="Apollo 13 was launched on April 11, 1970" start="49" end="89"/>
  </contributor>
 </scu>
 <scu uid="8" label="They came down in the Pacific">
  <contributor label="in the Pacific">
   <part label="in the Pacific" start="384" end="398"/>
  </contributor>
 </scu>
</pyramid>
<annotation>
 <text>
  <line>Apollo 13 lifted off on April 11, 1970.</line>
  <line>An oxygen tank exploded on the way to the Moon.</line>
  <line>Houston praised the food on board.</line>
 </text>
 <peerscu uid="1" label="(3) An oxygen tank exploded">
  <contributor label="An oxygen tank exploded">
   <part label="An oxygen tank exploded" start="40" end="63"/>
  </contributor>
 </peerscu>
 <peerscu uid="2" label="(3) The crew returned safely">
 </peerscu>
 <peerscu uid="3" label="(2) The landing was called off">
 </peerscu>
 <peerscu uid="4" label="(2) The crew moved into the lunar module">
 </peerscu>
 <peerscu uid="5" label="(2) It happened two days into the flight">
 </peerscu>
 <peerscu uid="6" label="(2) The return was on April 17">
 </peerscu>
 <peerscu uid="7" label="(1) Apollo 13 was launched on April 11, 1970">
  <contributor label="Apollo 13 lifted off on April 11, 1970">
   <part label="Apollo 13 lifted off on April 11, 1970" start="0" end="38"/>
  </contributor>
 </peerscu>
 <peerscu uid="8" label="(1) They came down in the Pacific">
 </peerscu>
 <peerscu uid="0" label="All non-matching SCUs go here">
  <contributor label="Houston praised the food on board">
   <part label="Houston praised the food on board" start="88" end="121"/>
  </contributor>
 </peerscu>
</annotation>
</peerAnnotation>
